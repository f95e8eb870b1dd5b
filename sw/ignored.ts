/** For what may fail without anybody being the worse for it: a badge, a notification that is gone, a warm cache. */
export const ignored = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch {
    // By name: see above.
  }
}
