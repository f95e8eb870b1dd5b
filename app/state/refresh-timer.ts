/** Refreshes while the page is visible: first after 5 s, then every 60 s, or every 300 s with push [PWA-4]. */
import { FIRST_REFRESH_MS, REFRESH_MS, REFRESH_WITH_PUSH_MS } from '#contract/limits.ts'

export type Timer = {
  after: (ms: number, run: () => void) => () => void
  isPushSubscribed: () => Promise<boolean>
  refresh: () => Promise<void>
}

/** Starts the timer; returns the function that stops it. */
export const keepRefreshing = ({ after, isPushSubscribed, refresh }: Timer): (() => void) => {
  let stopped = false
  let stopWaiting: (() => void) | undefined
  const wait = async (refreshes: number): Promise<void> => {
    const pushSubscribed = refreshes > 0 && (await isPushSubscribed())
    if (stopped) return
    stopWaiting = after(refreshDelay(refreshes, pushSubscribed), () => {
      // The screen shows a failed refresh itself; the next one runs in any case.
      void refresh()
        .catch(() => {})
        .then(() => wait(refreshes + 1))
    })
  }
  void wait(0)
  return () => {
    stopped = true
    stopWaiting?.()
  }
}

/** The pause before the next refresh of user, chats and likes, in ms. */
export const refreshDelay = (refreshes: number, pushSubscribed: boolean): number => {
  if (refreshes === 0) return FIRST_REFRESH_MS
  return pushSubscribed ? REFRESH_WITH_PUSH_MS : REFRESH_MS
}
