/**
 * Handles a tap on the app's icon while a window is open [PWA-9]. The platform opens the start page in that window, which would
 * close a conversation in progress. This code goes back to the former screen. The manifest cannot avoid the navigation
 * (`focus-existing`), because browsers deliver shared files only with one.
 */

/** `start_url` of the manifest. A shortcut to the same screen has an address of its own. */
const START = '/members'

type Launch = {
  /** The address that the launch asks for. */
  target: string
  /** The address and the navigation type that this page was loaded with. */
  opened: string
  how: string
  /** The window's previous address, if it was in the app. */
  before: string | null
}

/** Whether the launch only says "open the app", and replaced another screen. */
export const tookPlace = ({ target, opened, how, before }: Launch): boolean =>
  how === 'navigate' && isStart(target) && isStart(opened) && before !== null && !isStart(before)

const isStart = (address: string): boolean => {
  const { pathname, search } = new URL(address)
  return pathname + search === START
}

type LaunchQueue = { setConsumer: (take: (launch: { targetURL?: string | null }) => void) => void }

export const followLaunches = (): void => {
  // Only Chromium has `launchQueue`, in windows of an installed app.
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ targetURL }) => {
    const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (!targetURL || !loaded) return
    if (tookPlace({ target: targetURL, opened: loaded.name, how: loaded.type, before: placeBefore() })) history.back()
  })
}

const placeBefore = (): string | null => {
  const { navigation } = window
  const at = navigation.currentEntry?.index ?? 0
  return navigation.entries()[at - 1]?.url ?? null
}
