/** What the `webworker` library does not know yet. */

/** Background Sync (Chromium only): one trigger of the outbox among many. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface SyncManager {
  register: (tag: string) => Promise<void>
}

interface ServiceWorkerRegistration {
  readonly sync?: SyncManager
}

/** Where the build has put the lists of the files that are not taken at the installation (`scripts/build.ts`). */
declare const LATER_FILES: string
/** Periodic Background Sync (installed in Chromium only): the browser decides how often. */
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
  periodicsync: PeriodicSyncEvent
}

interface ServiceWorkerGlobalScope {
  /** The list of files to precache; Workbox's injectManifest writes it. */
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  /** Not on an iPhone before the app is installed. */
  readonly Notification?: { readonly maxActions?: number; readonly permission: NotificationPermission }
  readonly NotificationEvent?: { readonly prototype: NotificationEvent }
}

interface NotificationOptions {
  /** Sound again where a tag replaces a notification. */
  renotify?: boolean
  timestamp?: number
  /** `type: 'text'`: the platform asks for words there and then. */
  actions?: { action: string; title: string; type?: 'text' }[]
  /** Safari refuses to show one in the stead of a declarative push without it; an absolute address. */
  navigate?: string
}

interface NotificationEvent {
  /** What was written into the notification, where the platform has it. */
  readonly reply?: string | null
}

interface PushEvent {
  /** A declarative push, where the browser reads it itself: then there is no `data`. */
  readonly notification?: Notification | null
}
