/**
 * Logout leaves nothing of the member on the device [PWA-11]: neither what was begun nor what was not yet sent. Small, so
 * that the shell can call it without the chats being loaded; what is loaded of them forgets by itself.
 */
import { draftsOf, pageStore, unsentOf } from './storage.ts'

export const forgetDrafts = (member: number): void => {
  for (const prefix of [draftsOf(member), unsentOf(member)])
    for (const key of pageStore.keys(prefix)) pageStore.remove(key)
}
