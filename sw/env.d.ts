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

interface ServiceWorkerGlobalScopeEventMap {
  sync: SyncEvent
}

interface ServiceWorkerGlobalScope {
  /** The list of files to precache; Workbox's injectManifest writes it. */
  readonly __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

interface NotificationOptions {
  /** Sound again where a tag replaces a notification. */
  renotify?: boolean
}
