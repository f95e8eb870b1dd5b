/**
 * The member to whom the last session of this browser belonged. This is known before the session, so that only a member's data is
 * prefetched, and so that a page deletes what a member left on the device whose session ended while no page was open [PWA-11].
 * The stored number grants no access.
 */
import { deviceStore, tabStore, type TextStore } from './text-store.ts'

const KEY = 'member-here'
const PARKED_KEY = 'member-parked'
const TAB_KEY = 'member-of-tab'
/** Earlier builds stored `1`, whoever the member was. */
const STORED = /^#([1-9]\d{0,15})$/

export const wasMemberHere = (): boolean => deviceStore.get(KEY) !== null

/** Null if the last session was a visitor's, or if an earlier build stored it. */
export const memberHere = (): number | null => read(deviceStore, KEY)

export const noteMemberHere = (member: number | null): void => note(deviceStore, KEY, member)

/** The member whose session ran out, and whose texts wait on this device for their return. */
export const memberParked = (): number | null => read(deviceStore, PARKED_KEY)

export const noteMemberParked = (member: number | null): void => note(deviceStore, PARKED_KEY, member)

/** The member to whom the texts of this tab belong. A browser ends pages in the background, and a tab without its page hears of no logout. */
export const memberOfTab = (): number | null => read(tabStore, TAB_KEY)

export const noteMemberOfTab = (member: number | null): void => note(tabStore, TAB_KEY, member)

const read = (store: TextStore, key: string): number | null => {
  const [, id] = STORED.exec(store.get(key) ?? '') ?? []
  return id === undefined ? null : Number(id)
}

const note = (store: TextStore, key: string, member: number | null): void => {
  const noted = member === null ? null : `#${member}`
  if (store.get(key) === noted) return
  if (noted === null) store.remove(key)
  else store.set(key, noted)
}
