/** What the worker needs from outside itself. `browser.ts` gives the real things, tests their own. */
import type { Topic } from '#contract/device.ts'

/** Keeps the worker alive until the work has settled, well or not: `event.waitUntil`. */
export type Extend = (work: Promise<unknown>) => void

/** An open window of the app, as far as the worker needs it. */
export type OpenWindow = {
  readonly focused: boolean
  readonly visibilityState: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}

export type Ports = {
  origin: string
  fetch: (request: Request, signal: AbortSignal) => Promise<Response>
  /** Milliseconds since the epoch. */
  now: () => number
  /** In [0, 1). */
  random: () => number
  /** A new UUIDv7. */
  newId: () => string
  /** What the browser believes; false is certain, true is not. */
  isOnLine: () => boolean
  /** Tells every tab which parts changed. */
  news: (topics: readonly Topic[]) => void
  /** Runs the task once nobody else, in any worker of this origin, holds the lock of that name. */
  locked: (name: string, task: () => Promise<void>) => Promise<void>
  /** Runs the task after a while, if the worker lives; gives back what cancels it. */
  later: (task: () => void, delayMs: number) => () => void
  caches: () => CacheStorage
  /** Asks the browser to wake the worker when there is a network (Background Sync), where it can. */
  wakeWhenOnline: () => Promise<void>
  /** Shows the count on the app's icon, nothing at 0. */
  badge: (count: number) => Promise<void>
  notifications: {
    show: (title: string, options: NotificationOptions) => Promise<void>
    closeAll: () => Promise<void>
  }
  push: {
    /** Subscribes anew; gives what `PushSubscription.toJSON()` gives. */
    subscribe: (publicKey: string) => Promise<unknown>
    unsubscribe: () => Promise<void>
  }
  windows: {
    list: () => Promise<readonly OpenWindow[]>
    open: (path: string) => Promise<unknown>
  }
}
