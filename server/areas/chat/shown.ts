/** The messages that a member may see: not deleted by them [CHAT-8] and not too old [CHAT-10]. */
import { DAY_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'

/** Messages sent before this are hidden. */
export const shownSince = ({ now, settings }: Pick<Deps, 'now' | 'settings'>): number =>
  now() - settings().message_days * DAY_MS

type Side = { hiddenUpTo: number; lastMessage: number }

/** A deleted conversation without new messages is in no list [CHAT-8]. */
export const isRemoved = ({ hiddenUpTo, lastMessage }: Side): boolean => lastMessage <= hiddenUpTo
