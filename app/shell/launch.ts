/**
 * Handles a tap on the app's icon while a window is open [PWA-9]. The platform loads the start page in that window, in place of
 * a conversation in progress, and this code goes back. The manifest's `focus-existing` would avoid the load, but browsers
 * deliver shared files only with a navigation.
 */
import { goBack, previousPage } from '../ports/history.ts'

/** `start_url` of the manifest. A shortcut to the same screen has an address of its own. */
const START = '/members'

type Launch = {
  /** The address that the launch requests. */
  target: string
  /** The address and the navigation type that this page was loaded with. */
  opened: string
  navigationType: string
  /** The path of the window's previous page, with its query, if it was in the app. */
  previous: string | null
}

/** Whether the launch requested only the app's start page, and replaced another screen. */
export const replacedScreen = ({ target, opened, navigationType, previous }: Launch): boolean =>
  navigationType === 'navigate' && isStart(target) && isStart(opened) && previous !== null && previous !== START

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
    const previous = previousPage()?.path ?? null
    if (replacedScreen({ target: targetURL, opened: loaded.name, navigationType: loaded.type, previous })) goBack()
  })
}
