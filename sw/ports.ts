/** What the worker needs from outside itself. `browser.ts` gives the real things, tests their own. */
import type { Topic } from '#contract/device.ts'

/** Keeps the worker alive until the work has settled, well or not: `event.waitUntil`. */
export type Extend = (work: Promise<unknown>) => void

/** An open window of the app, as far as the worker needs it. */
export type OpenWindow = {
  /** Another one after each navigation. */
  readonly id: string
  readonly focused: boolean
  readonly visibilityState: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown) => void
}

/** A notification on the screen, as far as the worker needs it. */
export type OpenNotification = {
  readonly title: string
  readonly body: string
  readonly icon: string
  readonly timestamp?: number
  readonly data: unknown
  close: () => void
}

export type Ports = {
  origin: string
  /** Which build of the worker this is. */
  version: string
  fetch: (request: Request, signal: AbortSignal) => Promise<Response>
  /** Milliseconds since the epoch. */
  now: () => number
  /** In [0, 1). */
  random: () => number
  /** The language chosen on this device, null where none was; fails where the browser does not tell. */
  language: () => Promise<string | null>
  /** A new UUIDv7. */
  newId: () => string
  /** What the browser believes; false is certain, true is not. */
  isOnLine: () => boolean
  /** Tells every tab which parts changed. */
  news: (topics: readonly Topic[]) => void
  /** A newer version is about to take over: nothing new is begun (`give-way.ts`). */
  givesWay: () => boolean
  /** Runs the task once nobody else, in any worker of this origin, holds the lock of that name. */
  locked: (name: string, task: () => Promise<void>) => Promise<void>
  /** Runs the task after a while, if the worker lives; gives back what cancels it. */
  later: (task: () => void, delayMs: number) => () => void
  caches: () => CacheStorage
  /** How many bytes the browser allows this site; Infinity where it does not say. */
  quota: () => Promise<number>
  /** Asks the browser to wake the worker when there is a network (Background Sync), where it can. */
  wakeWhenOnline: () => Promise<void>
  /** Shows the count on the app's icon, nothing at 0. */
  badge: (count: number) => Promise<void>
  notifications: {
    show: (title: string, options: NotificationOptions) => Promise<void>
    /** Those on the screen, oldest first; of one tag alone where it is named. */
    list: (tag?: string) => Promise<readonly OpenNotification[]>
    closeAll: () => Promise<void>
    /** How many buttons one may have. */
    maxActions: number
    /** Whether a button can ask for words and hand them over. */
    takesText: boolean
  }
  push: {
    /** What `PushSubscription.toJSON()` gives of the one there is; null where there is none, or may be none any more. */
    current: () => Promise<unknown>
    /** Whether the member still lets this site notify. */
    isAllowed: () => boolean
    /** Subscribes, where there is no subscription of this key yet; gives what `PushSubscription.toJSON()` gives. */
    subscribe: (publicKey: string) => Promise<unknown>
    unsubscribe: () => Promise<void>
  }
  windows: {
    list: () => Promise<readonly OpenWindow[]>
    open: (path: string) => Promise<unknown>
  }
}
