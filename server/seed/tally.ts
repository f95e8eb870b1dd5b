/** Counts each member's spent credits and feed entries while likes and messages are made. */
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

/** The credits that demo members get at signup and pay per message. */
export const SIGNUP_CREDITS = DEFAULT_SETTINGS.signup_credits
export const MESSAGE_CREDITS = DEFAULT_SETTINGS.message_credits

/** @param first the lowest id; the ids are consecutive */
export const tallyOf = (first: number, members: number) => {
  const spent = new Int32Array(members)
  const feedEntries = new Int32Array(members)
  return {
    spend: (id: number, credits: number): void => {
      spent[id - first] = (spent[id - first] ?? 0) + credits
    },
    /** Counts one more entry of the member's feed. */
    addFeedEntry: (id: number): void => {
      feedEntries[id - first] = (feedEntries[id - first] ?? 0) + 1
    },
    spent: (id: number): number => spent[id - first] ?? 0,
    feedEntries: (id: number): number => feedEntries[id - first] ?? 0,
  }
}
export type Tally = ReturnType<typeof tallyOf>

/** The credits granted besides those of the signup, so that the ledger's sum is the balance [PAY-1]. */
export const grantOf = (person: Person, spent: number, random: Random): number => {
  if (person.creditsLeft !== undefined) return person.creditsLeft - SIGNUP_CREDITS + spent
  if (person.isPremium) return spent + random.between(10, 150)
  return Math.max(0, spent - SIGNUP_CREDITS)
}
