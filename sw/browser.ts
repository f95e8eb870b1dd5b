/** The browser behind the ports. This is the only file of the worker that reads the clock or touches its globals. */
import { DEVICE_CHANNEL, type DeviceNews } from '#contract/device.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { ignored } from './ignored.ts'
import type { Extend, Ports } from './ports.ts'

export const browserPorts = (worker: ServiceWorkerGlobalScope, version: string): Omit<Ports, 'givesWay'> => {
  const channel = 'BroadcastChannel' in worker ? new BroadcastChannel(DEVICE_CHANNEL) : null
  const { registration, clients, navigator } = worker
  return {
    origin: worker.location.origin,
    version,
    fetch: (request, signal) => fetch(request, { signal }),
    now: () => Date.now(),
    random: () => Math.random(),
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    language: async () => (await worker.cookieStore.get('locale'))?.value ?? null,
    isOnLine: () => navigator.onLine,
    savesData: () => navigator.connection?.saveData === true,
    news: (topics) => {
      const news: DeviceNews = { topics: [...topics] }
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      if (channel) channel.postMessage(news)
      else void ignored(postNews(clients, news))
    },
    locked: async (name, task) => {
      if (navigator.locks === undefined) await task()
      else await navigator.locks.request(name, task)
    },
    startTimer: (task, delayMs) => {
      const timer = setTimeout(task, delayMs)
      return () => clearTimeout(timer)
    },
    caches: () => caches,
    quota: async () => {
      const allowed = await navigator.storage?.estimate().catch(() => undefined)
      return allowed?.quota ?? Infinity
    },
    wakeWhenOnline: async () => {
      await registration.sync?.register(SYNC_TAG)
    },
    badge: async (count) => {
      // Inside a declarative push, Safari may never resolve this promise, so nothing awaits it.
      void ignored(count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge())
    },
    notifications: {
      show: (title, options) => registration.showNotification(title, options),
      list: async (tag) => registration.getNotifications(tag === undefined ? {} : { tag }),
      closeAll: async () => {
        for (const notification of await registration.getNotifications()) notification.close()
      },
      maxActions: worker.Notification?.maxActions ?? 0,
      takesText: 'reply' in (worker.NotificationEvent?.prototype ?? {}),
    },
    push: {
      current: async () => (await registration.pushManager?.getSubscription())?.toJSON() ?? null,
      isAllowed: () => worker.Notification?.permission === 'granted',
      subscribe: async (publicKey) => {
        const { pushManager } = registration
        const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
        const subscription = await subscribe().catch(async (error: unknown) => {
          // This subscription belongs to an old server key, and no push of ours reaches it any more. Replace it.
          if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
          await (await pushManager.getSubscription())?.unsubscribe()
          return subscribe()
        })
        return subscription.toJSON()
      },
      unsubscribe: async () => {
        await (await registration.pushManager.getSubscription())?.unsubscribe()
      },
    },
    windows: {
      list: () => clients.matchAll({ type: 'window', includeUncontrolled: true }),
      open: (path) => clients.openWindow(path),
    },
  }
}

/** Fallback for browsers without BroadcastChannel. */
const postNews = async (clients: Clients, news: DeviceNews): Promise<void> => {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a client is of this origin
  for (const client of await clients.matchAll({ type: 'window' })) client.postMessage(news)
}

export const SYNC_TAG = 'outbox'

/** Keeps the worker alive for work that belongs to an event. */
export const extendOf =
  (event: ExtendableEvent, untilGivingWay: (work: Promise<unknown>) => Promise<unknown>): Extend =>
  (work) => {
    const settled = untilGivingWay(ignored(work))
    try {
      event.waitUntil(settled)
    } catch {
      // The event is over. The work continues for as long as the worker lives.
    }
  }

/** The text of a push. A declarative push arrives already parsed, so rebuild its payload (`contract/push.ts`). */
export const payloadOf = ({ data, notification }: PushEvent): unknown => {
  if (data || !notification) return data?.text()
  const { title, body, lang, tag, data: own, navigate } = notification as Notification & { navigate?: string }
  return { web_push: 8030, notification: { title, body, lang, tag, navigate, data: own as unknown } }
}
