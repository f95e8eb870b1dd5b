/** What the service worker tells the page: whether it answers, which screen it wants shown. */
import { signal } from '@preact/signals-react'
import { scriptAddress } from './trusted-scripts.ts'

/** Whether a worker answers this page's requests. Without one the same requests reach the server. */
export const controlled = signal(false)

/** A plain reload gives the same build again while its worker is at work; what knows of newer ones comes later. */
let anew = (): void => location.reload()

/** Loads this page anew, of the newest version there is. */
export const loadAnew = (): void => anew()

export const whoLoadsAnew = (load: () => void): void => {
  anew = load
}

/** The path a worker's message asks for, or null where it is anything else. */
export const pathAsked = (message: unknown): string | null =>
  typeof message === 'object' &&
  message !== null &&
  'type' in message &&
  message.type === 'navigate' &&
  'path' in message &&
  typeof message.path === 'string' &&
  OWN_PATH.test(message.path)
    ? message.path
    : null

/** One slash, and no second one, which would name another host. */
const OWN_PATH = /^\/(?![/\\])/

/** Hears the worker from the start, also one that a former visit has registered. */
export const listenToWorker = (navigate: (path: string) => void): void => {
  const container = workers()
  if (!container) return
  const read = (): void => {
    controlled.value = container.controller !== null
  }
  read()
  container.addEventListener('controllerchange', read)
  container.addEventListener('message', (event: MessageEvent<unknown>) => {
    const path = pathAsked(event.data)
    if (path !== null) navigate(path)
  })
  container.startMessages()
}

/**
 * The first worker, as early as it disturbs nothing; who hears of the next ones comes later (`worker-registration.ts`).
 * One that became active while this page was loading has not seen it: it is asked to answer it, too.
 */
export const beginWorker = (): void => {
  const container = workers()
  if (!container || container.controller) return
  // A browser that only pretends to have workers gives no registration.
  const ask = (registration: ServiceWorkerRegistration | undefined): void => {
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a worker of this site, not a window
    if (!container.controller) registration?.active?.postMessage({ type: 'CLAIM' })
  }
  container.register(scriptAddress('/sw.js')).then(ask, () => {})
}

export const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined
