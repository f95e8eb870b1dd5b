/** The ports: everything the worker needs from outside itself. `browser.ts` implements them; tests have a fake. */
import type { Topic } from '#contract/device.ts'

/** Extends the event until the work has succeeded or failed: `event.waitUntil`. */
export type Extend = (work: Promise<unknown>) => void

/** An open window of the app, as far as the worker needs it. */
export type OpenWindow = {
  /** Changes with each navigation. */
  readonly id: string
  readonly focused: boolean
  readonly visibilityState: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown, options?: StructuredSerializeOptions) => void
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
  /** Identifies the build of this worker. */
  version: string
  fetch: (request: Request, signal: AbortSignal) => Promise<Response>
  /** Milliseconds since the epoch. */
  now: () => number
  /** In [0, 1). */
  random: () => number
  /** The language chosen on this device, or null. Fails in a browser without the cookie store. */
  language: () => Promise<string | null>
  /** A new UUIDv7. */
  newId: () => string
  /** `navigator.onLine`: false is reliable, true is not. */
  isOnLine: () => boolean
  /** Whether the member asks for less data: nothing is fetched in advance. */
  savesData: () => boolean
  /** Sends the names of the changed topics to every tab. */
  news: (topics: readonly Topic[]) => void
  /** Whether a newer version is about to take over, so that no new work may start (`give-way.ts`). */
  givesWay: () => boolean
  /** Runs the task under the lock of that name, which all workers of this origin share. */
  locked: (name: string, task: () => Promise<void>) => Promise<void>
  /** Runs the task after a delay, if the worker still lives. Returns a function that cancels it. */
  startTimer: (task: () => void, delayMs: number) => () => void
  caches: () => CacheStorage
  /** How many bytes the browser allows this site; Infinity if unknown. */
  quota: () => Promise<number>
  /** Asks the browser to wake the worker when there is a network, if it supports Background Sync. */
  wakeWhenOnline: () => Promise<void>
  /** Shows the count on the app's icon, nothing at 0. */
  badge: (count: number) => Promise<void>
  notifications: {
    show: (title: string, options: NotificationOptions) => Promise<void>
    /** The notifications on the screen, oldest first; with a tag, only those with that tag. */
    list: (tag?: string) => Promise<readonly OpenNotification[]>
    closeAll: () => Promise<void>
    /** How many buttons a notification may have. */
    maxActions: number
    /** Whether a button can offer a text field. */
    takesText: boolean
  }
  push: {
    /**
     * `PushSubscription.toJSON()` of the current subscription; null if there is none or the browser no longer allows
     * any.
     */
    current: () => Promise<unknown>
    /** Whether the member still lets this site notify. */
    isAllowed: () => boolean
    /** Subscribes, unless a subscription with this key exists. Returns `PushSubscription.toJSON()`. */
    subscribe: (publicKey: string) => Promise<unknown>
    unsubscribe: () => Promise<void>
  }
  windows: {
    list: () => Promise<readonly OpenWindow[]>
    open: (path: string) => Promise<unknown>
  }
}

/** Whether this window is visible, as far as the browser knows. */
export const isVisible = ({ visibilityState }: Pick<OpenWindow, 'visibilityState'>): boolean =>
  visibilityState === 'visible'
