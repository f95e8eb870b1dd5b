/**
 * Presence and typing are true for a moment only. Without a connection the device cannot know them, so nothing of them is
 * shown then; nor is the presence of somebody who shows the viewer only name, age and a blurred photo [PWA-16], [PROF-14].
 */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { ONLINE_MS } from '#contract/limits.ts'
import { isLive } from './connection.ts'
import { typingIn } from './typing.ts'

/** Components that call it need `useSignals`, or they keep showing it after the connection is lost. */
export const isOnline = (
  profile: Pick<ProfileCard, 'last_active' | 'exists' | 'reserved' | 'fictional'>,
  now: number,
): boolean =>
  isLive.value && profile.exists && !profile.reserved && !profile.fictional && now - profile.last_active < ONLINE_MS

/** Whether the partner of a conversation is writing there; needs `useSignals` as well. */
export const isTyping = (conversation: string): boolean => isLive.value && typingIn(conversation).value
