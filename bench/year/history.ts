/** Two members of one site: one has written with ten people, the other for a year with two hundred. */
import type Database from 'better-sqlite3'
import { logIn } from '../product/sessions.ts'
import { strangersOf, writeConversation } from '../scroll/long-conversation.ts'

export type History = { conversations: number; messages: number; profiles: number }

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
