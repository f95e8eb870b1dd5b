/** Reads the device's state without the service worker: databases, caches, cookies, notifications. */
import { expect, type Page } from 'playwright/test'

export type Store =
  | 'profiles'
  | 'conversations'
  | 'messages'
  | 'snapshots'
  | 'likes'
  | 'outbox'
  | 'meta'
  | 'photos'
  | 'drafts'
  | 'blobs'

const memberDb = (member: number): string => `member-${member}`

/** Every row of one store of a member's database; nothing where there is no such database. */
export const rowsOf = (page: Page, member: number, store: Store): Promise<Record<string, unknown>[]> =>
  page.evaluate(
    async ([name, storeName]) => {
      // Opening a missing database would create it.
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return []
      return new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
        opening.addEventListener('success', () => {
          const db = opening.result
          const asking = db.transaction(storeName).objectStore(storeName).getAll()
          asking.addEventListener('success', () => {
            resolve(asking.result)
            db.close()
          })
        })
      })
    },
    [memberDb(member), store] as const,
  )

/** Polls often at first: most of these waits are short, and many tests begin with one. */
export const SHORT_POLL = { intervals: [20, 50, 100, 200] }

/** Waits for the end of the first fill: the lists, and the last messages of every conversation. */
export const filled = async (page: Page, member: number): Promise<void> => {
  await expect
    .poll(async () => (await rowsOf(page, member, 'meta'))[0]?.['filled'], { message: 'the first fill', ...SHORT_POLL })
    .toBe(true)
  await expect
    .poll(
      async () => {
        const withMessages = new Set((await rowsOf(page, member, 'messages')).map(({ conversation }) => conversation))
        const conversations = await rowsOf(page, member, 'conversations')
        return conversations.filter(({ conversation }) => !withMessages.has(conversation)).length
      },
      { message: 'messages of every conversation', ...SHORT_POLL },
    )
    .toBe(0)
}

export type Leftovers = {
  databases: string[]
  caches: Record<string, string[]>
  localStorage: Record<string, string>
  sessionStorage: Record<string, string>
  cookies: string[]
  notifications: string[]
}

/** Everything that the browser stores for the site. */
export const leftoversOn = async (page: Page): Promise<Leftovers> => ({
  ...(await page.evaluate(async () => {
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => {
        const requests = await (await caches.open(name)).keys()
        return [name, requests.map(({ url }) => url)] as const
      }),
    )
    const registration = await navigator.serviceWorker.getRegistration()
    const notifications = (await registration?.getNotifications()) ?? []
    return {
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
      caches: Object.fromEntries(cached),
      localStorage: Object.fromEntries(Object.entries(localStorage)) as Record<string, string>,
      sessionStorage: Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>,
      notifications: notifications.map(({ title }) => title),
    }
  })),
  cookies: (await page.context().cookies()).map(({ name }) => name),
})
