/** Browsers without a feature: a script removes it from every page before the page's scripts run, and from the service worker. */
import type { BrowserContext } from 'playwright/test'

export type Lack = {
  what: string
  /** Runs in pages and in the worker, although some globals exist in only one of them. */
  code: string
  /** Whether a service worker runs nevertheless. */
  hasWorker: boolean
  /** Console errors that the browser logs because of the missing feature. */
  complaint?: RegExp
}

/** A page has `Navigator`, a worker has `WorkerNavigator`. */
const NAVIGATOR = '(globalThis.Navigator ?? globalThis.WorkerNavigator).prototype'
const REGISTRATION = 'globalThis.ServiceWorkerRegistration?.prototype ?? {}'

const remove = (from: string, ...names: string[]): string =>
  names.map((name) => `delete (${from})['${name}'];`).join('\n')
const hide = (name: string): string => `Object.defineProperty(globalThis, '${name}', { value: undefined });`
const forbid = (name: string): string =>
  `if (globalThis.window) Object.defineProperty(window, '${name}', { get() { throw new DOMException('Denied', 'SecurityError') } });`
const refuse = (from: string, name: string): string =>
  `if (globalThis.${from}) ${from}.prototype.${name} = async () => { throw new DOMException('Denied', 'SecurityError') };`
/** Firefox refuses them where all site data is blocked. */
const failToBroadcast = `globalThis.BroadcastChannel = class { constructor() { throw new DOMException('Denied', 'SecurityError') } };`
/** Every opening of a database hangs, as after a fault of the browser's storage process. */
const openForever = `const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (...given) { return Object.assign(open.apply(this, given), { addEventListener: () => {} }) };`
const failToOpen = `IDBFactory.prototype.open = () => { throw new DOMException('Denied', 'InvalidStateError') };`

export const LACKS_OF_WORKER: readonly Lack[] = [
  { what: 'service workers', code: remove(NAVIGATOR, 'serviceWorker'), hasWorker: false },
  {
    what: 'Background Sync',
    code: [
      remove('globalThis', 'SyncManager', 'PeriodicSyncManager'),
      remove(REGISTRATION, 'sync', 'periodicSync'),
    ].join('\n'),
    hasWorker: true,
  },
  { what: 'Web Locks', code: remove(NAVIGATOR, 'locks'), hasWorker: true },
  { what: 'BroadcastChannel', code: remove('globalThis', 'BroadcastChannel'), hasWorker: true },
  {
    what: 'pushes and notifications',
    code: [
      remove('globalThis', 'PushManager', 'Notification'),
      remove(REGISTRATION, 'pushManager', 'showNotification', 'getNotifications'),
    ].join('\n'),
    hasWorker: true,
  },
]

export const LACKS_OF_STORAGE: readonly Lack[] = [
  {
    what: 'IndexedDB that opens',
    code: failToOpen,
    hasWorker: true,
    // A device without storage answers `/api/device` with 404.
    complaint: /status of 404 .*\/api\/device/,
  },
  {
    what: 'IndexedDB that answers',
    code: openForever,
    hasWorker: true,
    complaint: /status of 404 .*\/api\/device/,
  },
  { what: 'Cache Storage', code: hide('caches'), hasWorker: false },
  { what: 'storage estimates and persistence', code: remove(NAVIGATOR, 'storage'), hasWorker: true },
  {
    what: 'anything but cookies',
    code: [
      forbid('localStorage'),
      forbid('sessionStorage'),
      failToOpen,
      failToBroadcast,
      refuse('CacheStorage', 'open'),
      refuse('CacheStorage', 'keys'),
      refuse('ServiceWorkerContainer', 'register'),
    ].join('\n'),
    hasWorker: false,
  },
]

export const LACKS_OF_PAGE: readonly Lack[] = [
  { what: 'badges', code: remove(NAVIGATOR, 'setAppBadge', 'clearAppBadge'), hasWorker: true },
  {
    what: 'idle time, random ids, permissions and canvases off the screen',
    code: [
      remove('globalThis', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'OffscreenCanvas'),
      remove('Crypto.prototype', 'randomUUID'),
      remove(NAVIGATOR, 'permissions', 'share'),
    ].join('\n'),
    hasWorker: true,
  },
  { what: 'event streams', code: remove('globalThis', 'EventSource'), hasWorker: true },
]

export const removeFeature = async (context: BrowserContext, url: string, { code }: Lack): Promise<void> => {
  await context.addInitScript(code)
  // Fetch the script now: the browser may request it even while the context closes, and the route must not wait then.
  const worker = await (await fetch(new URL('/sw.js', url))).text()
  await context.route('**/sw.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `${code}\n${worker}` }),
  )
}
