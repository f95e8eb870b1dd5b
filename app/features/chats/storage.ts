/** The names under which the chats of a member store texts on this device. */
import { deviceStore } from '../../ports/text-store.ts'

/** Prefixes of keys for a member's drafts, unsent messages, dates to share, and read advice. */
export const draftsOf = (member: number): string => `draft:${member}:`
export const unsentOf = (member: number): string => `unsent:${member}:`
export const datesOf = (member: number): string => `date:${member}:`
export const seenAdviceOf = (member: number): string => `advice:${member}:`

/** The number of drafts, unsent messages and dates to share, which a logout deletes. */
export const countTexts = (member: number): number =>
  [draftsOf(member), unsentOf(member), datesOf(member)].flatMap((prefix) => deviceStore.keys(prefix)).length

/**
 * Logout deletes the member's drafts, unsent messages, dates to share and read advice from the device [PWA-11]. The shell can
 * call it without loading the chats; loaded chat modules clear their own memory.
 */
export const forgetDrafts = (member: number): void => {
  for (const prefix of [draftsOf(member), unsentOf(member), datesOf(member), seenAdviceOf(member)])
    for (const key of deviceStore.keys(prefix)) deviceStore.remove(key)
}
