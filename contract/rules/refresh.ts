/** When a page refreshes user, chats and likes [PWA-4]. */
import { FIRST_REFRESH_MS, REFRESH_MS, REFRESH_WITH_PUSH_MS } from '../limits.ts'

export const refreshDelay = (refreshes: number, pushSubscribed: boolean): number => {
  if (refreshes === 0) return FIRST_REFRESH_MS
  return pushSubscribed ? REFRESH_WITH_PUSH_MS : REFRESH_MS
}
