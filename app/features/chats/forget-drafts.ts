/**
 * Logout deletes the member's drafts, unsent messages, dates to share and read advice from the device [PWA-11]. This module is small, so that the
 * shell can call it without loading the chats; loaded chat modules clear their own memory.
 */
import { datesOf, draftsOf, pageStore, seenAdviceOf, unsentOf } from './storage.ts'

export const forgetDrafts = (member: number): void => {
  for (const prefix of [draftsOf(member), unsentOf(member), datesOf(member), seenAdviceOf(member)])
    for (const key of pageStore.keys(prefix)) pageStore.remove(key)
}
