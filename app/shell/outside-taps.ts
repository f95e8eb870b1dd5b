/** Taps outside the app while a window is open: on the app's icon, and on a notification. */
import { effect, untracked } from '@preact/signals-react'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../ports/api.ts'
import { goBack, previousPage } from '../ports/history.ts'
import { visible } from '../ports/page.ts'
import { controlled, workers } from '../ports/service-worker.ts'

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

/**
 * Follows a tap on the app's icon while a window is open [PWA-9]. The platform loads the start page in that window, in place of
 * a conversation in progress, and this code goes back. The manifest's `focus-existing` would avoid the load, but browsers
 * deliver shared files only with a navigation.
 */
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

/**
 * Some platforms only bring the app to the front when a notification is tapped. The worker has stored the path of the tap and
 * returns it once [PWA-7].
 */
export const followTaps = (): void => {
  effect(() => {
    if (visible.value && controlled.value) untracked(follow)
  })
  // The worker may have sent this page the path directly (`main.tsx`). Then this request removes the stored one.
  workers()?.addEventListener('message', follow)
}

const follow = (): void => void goWhereTapped({ here: () => location.pathname + location.search, go: navigate })

export const goWhereTapped = async (page: { here: () => string; go: (path: string) => void }): Promise<void> => {
  const answer = await call('device.route', {})
  if (!answer.ok) return
  const { path } = answer.data
  if (path !== null && path !== page.here()) page.go(path)
}
