/**
 * The member to whom the last session of this browser belonged. This is known before the session, so that only a member's data is
 * prefetched, and so that a page deletes what a member left on the device whose session ended while no page was open [PWA-11].
 * The stored number grants no access.
 */
import { deviceStore } from './text-store.ts'

const KEY = 'member-here'
const PARKED_KEY = 'member-parked'
/** Earlier builds stored `1`, whoever the member was. */
const STORED = /^#([1-9]\d{0,15})$/

export const wasMemberHere = (): boolean => deviceStore.get(KEY) !== null

/** Null if the last session was a visitor's, or if an earlier build stored it. */
export const memberHere = (): number | null => read(KEY)

export const noteMemberHere = (member: number | null): void => note(KEY, member)

/** The member whose session ran out, and whose texts wait on this device for their return. */
export const memberParked = (): number | null => read(PARKED_KEY)

export const noteMemberParked = (member: number | null): void => note(PARKED_KEY, member)

const read = (key: string): number | null => {
  const [, id] = STORED.exec(deviceStore.get(key) ?? '') ?? []
  return id === undefined ? null : Number(id)
}

const note = (key: string, member: number | null): void => {
  const noted = member === null ? null : `#${member}`
  if (deviceStore.get(key) === noted) return
  if (noted === null) deviceStore.remove(key)
  else deviceStore.set(key, noted)
}
