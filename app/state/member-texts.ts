/** The names under which the texts of a member are stored on this device. */
import { deviceStore } from '../ports/text-store.ts'

/** Prefixes of keys for a member's drafts, unsent messages, dates to share, and read advice. */
export const draftsOf = (member: number): string => `draft:${member}:`
export const unsentOf = (member: number): string => `unsent:${member}:`
export const datesOf = (member: number): string => `date:${member}:`
export const seenAdviceOf = (member: number): string => `advice:${member}:`

/** The texts that the member wrote and that are nowhere else. */
const WRITTEN = [draftsOf, unsentOf, datesOf]

/** The number of texts that a logout would lose. */
export const countTexts = (member: number): number =>
  WRITTEN.flatMap((prefixOf) => deviceStore.keys(prefixOf(member))).length

/**
 * Logout deletes all of these from the device [PWA-11]. The shell can call it without loading the chats; loaded chat modules
 * clear their own memory.
 */
export const forgetDrafts = (member: number): void => {
  for (const prefixOf of [...WRITTEN, seenAdviceOf])
    for (const key of deviceStore.keys(prefixOf(member))) deviceStore.remove(key)
}
