/**
 * Presence and typing are true for a moment only, so a device without a connection shows neither [PWA-16]. Members in privacy
 * mode, deleted members and fictional profiles show no presence [PROF-14].
 */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { ONLINE_MS } from '#contract/limits.ts'
import { serverNow } from '../ports/clock.ts'
import { isLive } from './connection.ts'
import { typingIn } from './typing.ts'

/**
 * Whether a profile shows as online. A visit in the future means that the clock of this device is behind and no answer has told that of the
 * server yet: everybody of the last hours would be online. A component that calls this needs `useSignals` to rerender when the connection is lost.
 */
export const isOnline = (
  profile: Pick<ProfileCard, 'last_active' | 'exists' | 'reserved' | 'fictional'>,
  now = serverNow(),
): boolean =>
  isLive.value &&
  profile.exists &&
  !profile.reserved &&
  !profile.fictional &&
  Math.abs(now - profile.last_active) < ONLINE_MS

/** Whether the partner of a conversation is writing there; needs `useSignals` as well. */
export const isTyping = (conversation: string): boolean => isLive.value && typingIn(conversation).value
