/** Records inside the service worker each notification and badge, and the messages on the device at that moment. */
import type { BrowserContext, Worker } from 'playwright/test'

type ShownNotification = {
  title: string
  body: string
  /** Texts of all messages on the device at that moment. */
  held: string[]
}

export type Spy = { shown: () => Promise<ShownNotification[]>; badges: () => Promise<number[]> }

type SpyRecord = { shown: ShownNotification[]; badges: number[] }

export const spyOnWorker = async (context: BrowserContext, member: number): Promise<Spy> => {
  const worker: Worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate((name) => {
    const seen: SpyRecord = { shown: [], badges: [] }
    Object.assign(globalThis, { seen })
    const messagesHeld = (): Promise<string[]> =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
        opening.addEventListener('success', () => {
          const asking = opening.result.transaction('messages').objectStore('messages').getAll()
          asking.addEventListener('success', () => {
            resolve(asking.result.map(({ text }: { text: string }) => text))
            opening.result.close()
          })
        })
      })
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const show = registration.showNotification.bind(registration)
    registration.showNotification = async (title, options) => {
      seen.shown.push({ title, body: options?.body ?? '', held: await messagesHeld() })
      await show(title, options)
    }
    const setBadge = navigator.setAppBadge.bind(navigator)
    navigator.setAppBadge = (count) => {
      seen.badges.push(count ?? 0)
      return setBadge(count)
    }
  }, `member-${member}`)
  const seen = (): Promise<SpyRecord> => worker.evaluate(() => (globalThis as unknown as { seen: SpyRecord }).seen) // The code above has put it there.
  return { shown: async () => (await seen()).shown, badges: async () => (await seen()).badges }
}
