/**
 * The app's icon is tapped while a window of it is open [PWA-9]: the platform opens the start page in that window, and who
 * was in the middle of a conversation would be out of it. They get back where they were. Without the navigation
 * (`focus-existing`) what is shared with the app would be lost: browsers hand it over in no other way.
 */

/** `start_url` of the manifest. A shortcut to the same screen has an address of its own. */
const START = '/members'

type Launch = {
  /** What was to be opened. */
  target: string
  /** What this page was loaded as, and how. */
  opened: string
  how: string
  /** Where this window was before, as far as it was in the app. */
  before: string | null
}

/** @returns whether the launch says no more than "open the app", and took a place away */
export const tookPlace = ({ target, opened, how, before }: Launch): boolean =>
  how === 'navigate' && isStart(target) && isStart(opened) && before !== null && !isStart(before)

const isStart = (address: string): boolean => {
  const { pathname, search } = new URL(address)
  return pathname + search === START
}

type LaunchQueue = { setConsumer: (take: (launch: { targetURL?: string | null }) => void) => void }

export const followLaunches = (): void => {
  // Chromium alone has it, in windows of an installed app.
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
