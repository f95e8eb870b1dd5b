/** Declares browser features that TypeScript's `webworker` library does not know yet. */

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

/**
 * The path of the list of second-step files, which the installation does not fetch; the build inserts it
 * (`scripts/build.ts`).
 */
declare const LATER_FILES: string
/** Periodic Background Sync (installed in Chromium only): the browser decides how often. */
interface PeriodicSyncEvent extends ExtendableEvent {
  readonly tag: string
}

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
  periodicsync: PeriodicSyncEvent
}

interface WorkerNavigator {
  /** Chromium alone tells whether the member saves data. */
  readonly connection?: { readonly saveData?: boolean }
}

interface ServiceWorkerGlobalScope {
  /** The list of files to precache; Workbox's injectManifest writes it. */
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  /** Missing on an iPhone until the app is installed. */
  readonly Notification?: { readonly maxActions?: number; readonly permission: NotificationPermission }
  readonly NotificationEvent?: { readonly prototype: NotificationEvent }
}

interface NotificationOptions {
  /** Play the sound again when a notification replaces an earlier one with its tag. */
  renotify?: boolean
  timestamp?: number
  /** With `type: 'text'` the platform shows a text field in the notification. */
  actions?: { action: string; title: string; type?: 'text' }[]
  /** An absolute address. Without it, Safari refuses a notification that replaces a declarative push. */
  navigate?: string
}

interface NotificationEvent {
  /** The text that the member typed into the notification, on platforms with such a field. */
  readonly reply?: string | null
}

interface PushEvent {
  /** A declarative push that the browser has parsed itself; `data` is then missing. */
  readonly notification?: Notification | null
}
