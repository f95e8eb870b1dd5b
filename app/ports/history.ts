/** The entries of this tab, where the browser tells of them. */
type Entry = { index: number; url: string | null }
type Navigations = {
  navigation?: { currentEntry: Entry | null; entries: () => (Entry | undefined)[] }
}

export const goBack = (): void => window.history.back()

/** How many entries the tab has had, this one too; also those of other sites. */
export const historyLength = (): number => window.history.length

/** Goes back if that leads to this path, so that a list is where it was. @returns whether it did */
export const goBackTo = (path: string): boolean => {
  const { navigation } = window as Navigations
  const before = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]
  if (!before?.url || new URL(before.url).pathname !== path) return false
  goBack()
  return true
}
