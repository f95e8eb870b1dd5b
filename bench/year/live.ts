/** A year of use in a minute: everything the member could have read and seen is read through the service worker, which keeps it. */
import type { Page } from 'playwright'
import type { History } from './history.ts'

const FILLED_MS_MAX = 300_000
/** The share of listed profiles that the member opens. */
const OPENED_SHARE = 0.1

export const liveThrough = async (page: Page, { profiles }: History): Promise<void> => {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  page.setDefaultTimeout(FILLED_MS_MAX)
  await page.evaluate(readEverything)
  await page.evaluate(seeProfiles, { profiles, opened: Math.round(profiles * OPENED_SHARE) })
}

/* eslint-disable unicorn/consistent-function-scoping -- what follows is serialised into the page: it has no outer scope to move to */

const readEverything = async (): Promise<void> => {
  const get = async <Data>(path: string): Promise<Data> =>
    (await fetch(`/api/${path}`, { headers: { 'x-request-type': 'client' } })).json() as Promise<Data>
  const { chats } = await get<{ chats: { conversation: string }[] }>('chats')
  const waiting = chats.values()
  const readOnes = async (): Promise<void> => {
    for (const { conversation } of waiting) {
      let before: number | null = null
      do {
        const query: string = before === null ? '' : `?before=${before}`
        const page: { before: number | null } = await get(`chats/${conversation}/messages${query}`)
        ;({ before } = page)
      } while (before !== null)
    }
  }
  await Promise.all([readOnes(), readOnes(), readOnes(), readOnes()])
}

const seeProfiles = async ({ profiles, opened }: { profiles: number; opened: number }): Promise<void> => {
  const get = async <Data>(path: string): Promise<Data> =>
    (await fetch(`/api/${path}`, { headers: { 'x-request-type': 'client' } })).json() as Promise<Data>
  const seen = new Set<number>()
  let after: string | null = null
  for (let page = 1; seen.size < profiles; page += 1) {
    const answer: { results: { id: number }[]; next: string | null } = await get(
      `members?page=${page}${after === null ? '' : `&after=${after}`}`,
    )
    for (const { id } of answer.results) seen.add(id)
    after = answer.next
    if (after === null) break
  }
  const waiting = [...seen].slice(0, opened).values()
  const open = async (): Promise<void> => {
    for (const id of waiting) await get(`members/${id}`)
  }
  await Promise.all([open(), open(), open(), open()])
}
