/** Whether there is a screen of this app to go back to. */
type Entry = { index: number; url: string | null }
type Navigations = {
  navigation?: { canGoBack: boolean; currentEntry: Entry | null; entries: () => (Entry | undefined)[] }
}

/** Browsers without the Navigation API count every page of the tab, also those before this app. */
export const canGoBack = (): boolean => {
  const { navigation } = window as Navigations
  return navigation?.canGoBack ?? window.history.length > 1
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
