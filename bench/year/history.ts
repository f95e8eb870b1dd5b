/** Two members of one site: one has written with ten people, the other for a year with two hundred. */
import type Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { logIn } from '../product/members.ts'
import { strangersOf, writeConversation } from '../scroll/long-conversation.ts'

type History = { conversations: number; messages: number; profiles: number }

export const FEW: History = { conversations: 10, messages: 200, profiles: 24 }
/** The amount of history that counts as one year. */
export const YEAR: History = { conversations: 200, messages: 20_000, profiles: 5_000 }

export type Writer = {
  id: number
  cookie: { name: string; value: string }
  /** The conversation that is opened without a network: as long on both sides, so that only what lies around it differs. */
  path: string
  history: History
}

const OPENED_MESSAGES = 100

export const writeHistory = (database: Database.Database, member: number, history: History, now: number): Writer => {
  // Whoever has not said it is asked before search shows anybody [ACC-19].
  database.prepare(`update profile_details set looking_for = 'both' where id = ?`).run(member)
  const partners = strangersOf(database, member).slice(0, history.conversations)
  const rest = Math.max(1, Math.floor((history.messages - OPENED_MESSAGES) / (history.conversations - 1)))
  let path = ''
  for (const [index, partner] of partners.entries()) {
    const messages = index === 0 ? OPENED_MESSAGES : rest
    // A little apart, so that the list has an order and no two messages of a partner one id.
    const written = writeConversation(database, { member, partner, messages, now: now - index * 60_000 - member })
    if (index === 0) ({ path } = written)
  }
  const [name = '', value = ''] = logIn(database, member).split('=')
  return { id: member, cookie: { name, value }, path, history }
}

const FILLED_MS_MAX = 300_000
/** The share of listed profiles that the member opens. */
const OPENED_SHARE = 0.1

/** A year of use in a minute: everything the member could have read and seen is read through the service worker, which keeps it. */
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
