/** The history of this window. Browsers without the Navigation API tell only its length. */
type Entry = { index: number; url: string | null; sameDocument: boolean }
type Navigations = {
  navigation?: { canGoBack: boolean; currentEntry: Entry | null; entries: () => (Entry | undefined)[] }
}

/** A page of this site that the window showed before. */
export type PreviousPage = {
  /** The path with its query. */
  path: string
  /** The app went on from that page without a load, so it still has its state. */
  sameDocument: boolean
}

export const goBack = (): void => window.history.back()

/** The number of entries of this tab, this one and those of other sites included. */
export const historyLength = (): number => window.history.length

/**
 * Whether an earlier page of this site exists. The length of the history also counts later entries and other sites, such as the
 * page of a payment provider.
 */
export const canGoBack = (): boolean => navigations()?.canGoBack ?? historyLength() > 1

/** The entry before the current one; null without one, and in a browser that does not tell. */
export const previousPage = (): PreviousPage | null => {
  const known = navigations()
  const before = known?.entries()[(known.currentEntry?.index ?? 0) - 1]
  if (!before?.url) return null
  const { pathname, search } = new URL(before.url)
  return { path: pathname + search, sameDocument: before.sameDocument }
}

const navigations = () => (window as Navigations).navigation
