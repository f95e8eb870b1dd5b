/** Awaits work whose failure harms nobody: a badge, a notification that is gone, a cache that is warmed. */
export const ignored = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch {
    // Ignored on purpose.
  }
}
