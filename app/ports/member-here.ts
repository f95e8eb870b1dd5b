/**
 * The member to whom the last session of this browser belonged. This is known before the session, so that only a member's data is
 * prefetched, and so that a page deletes what a member left on the device whose session ended while no page was open [PWA-11].
 * The stored number grants no access.
 */
import { deviceStore } from './text-store.ts'

const KEY = 'member-here'
/** Earlier builds stored `1`, whoever the member was. */
const STORED = /^#([1-9]\d{0,15})$/

export const wasMemberHere = (): boolean => deviceStore.get(KEY) !== null

/** Null if the last session was a visitor's, or if an earlier build stored it. */
export const memberHere = (): number | null => {
  const [, id] = STORED.exec(deviceStore.get(KEY) ?? '') ?? []
  return id === undefined ? null : Number(id)
}

export const noteMemberHere = (member: number | null): void => {
  const noted = member === null ? null : `#${member}`
  if (deviceStore.get(KEY) === noted) return
  if (noted === null) deviceStore.remove(KEY)
  else deviceStore.set(KEY, noted)
}
