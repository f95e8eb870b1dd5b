/** @returns whether it is there: some browsers have none, or are not asked by a tap in their eyes */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** For copying by hand. */
export const selectText = (element: Element): void => getSelection()?.selectAllChildren(element)
