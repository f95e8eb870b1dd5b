/** The tab's history entries, in browsers with the Navigation API. */
type Entry = { index: number; url: string | null }
type Navigations = {
  navigation?: { currentEntry: Entry | null; entries: () => (Entry | undefined)[] }
}

export const goBack = (): void => window.history.back()

/** The number of entries of this tab, this one and those of other sites included. */
export const historyLength = (): number => window.history.length

/** Goes back if the previous entry has this path, so that a list keeps its scroll position. @returns whether it went back */
export const goBackTo = (path: string): boolean => {
  const { navigation } = window as Navigations
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (!before?.url || new URL(before.url).pathname !== path) return false
  goBack()
  return true
}
