/** The page's side of the service worker: whether it controls the page, its messages, and its first registration. */
import { signal } from '@preact/signals-react'
import { isOwnPath, TAKING_OVER } from '#contract/device.ts'
import { after } from './clock.ts'
import { isFirefox } from './page.ts'
import { scriptAddress } from './trusted-scripts.ts'

/** Whether a worker answers this page's requests. Without one, the same requests reach the server. */
export const controlled = signal(false)

/** A plain reload gives the same build while its worker is active. `setReload` sets a better function later. */
let reload = (): void => location.reload()

/** Reloads this page in the newest version. */
export const reloadNewest = (): void => reload()

export const setReload = (load: () => void): void => {
  reload = load
}

/** Calls resume after this time even if the browser never activates the new version. */
const TAKEOVER_TIMEOUT_MS = 5_000

let takingOver: Promise<void> | null = null

/** Pending while a new version of the worker takes over; a call in that moment would delay it (`sw/handlers/take-over.ts`). */
export const takeoverPause = (): Promise<void> | null => takingOver

const pauseCalls = (container: ServiceWorkerContainer): void => {
  takingOver ??= new Promise((resolve) => {
    const resume = (): void => {
      takingOver = null
      resolve()
    }
    container.addEventListener('controllerchange', resume, { once: true })
    after(TAKEOVER_TIMEOUT_MS, resume)
  })
}

const isTakingOver = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === TAKING_OVER

/** The path that a worker's message asks for, or null for any other message. */
export const pathAsked = (message: unknown): string | null =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'navigate' &&
  'path' in message &&
  typeof message.path === 'string' &&
  isOwnPath(message.path)
    ? message.path
    : null

/** Listens to the worker from the start, including one that an earlier visit registered. */
export const listenToWorker = (navigate: (path: string) => void): void => {
  const container = workers()
  if (!container) return
  const read = (): void => {
    controlled.value = container.controller !== null
  }
  read()
  container.addEventListener('controllerchange', read)
  container.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isTakingOver(event.data)) {
      pauseCalls(container)
      event.ports[0]?.postMessage(null)
    }
    const path = pathAsked(event.data)
    if (path !== null) navigate(path)
  })
  container.startMessages()
}

/**
 * Registers the first worker as early as it disturbs nothing; `worker-registration.ts` handles later ones. A worker that became
 * active while this page was loading does not control it yet, so ask it to claim the page.
 * @param files what the worker will install besides the files that this page loads. Chromium lets an installing worker fetch three
 * files at a time, so the page fetches them beside the worker's script, and the worker finds them in the HTTP cache.
 */
export const beginWorker = (files: readonly string[] = []): void => {
  const container = workers()
  if (!container || container.controller) return
  // Firefox checks a prefetch against `default-src` alone, which is `'none'` here [SAFE-5], and logs an error for each file. Its
  // installing worker may fetch more than three files at a time.
  for (const href of isFirefox() ? [] : files)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href }))
  // A browser that only pretends to have workers gives no registration.
  const ask = (registration: ServiceWorkerRegistration | undefined): void => {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker of this site, not a window
    if (!container.controller) registration?.active?.postMessage({ type: 'CLAIM' })
  }
  container.register(scriptAddress('/sw.js')).then(ask, () => {})
}

export const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
