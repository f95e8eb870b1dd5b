/** Which messages a member is given at all: those after what they deleted [CHAT-8] that are not too old [CHAT-10]. */
import { DAY_MS } from '#contract/limits.ts'
import type { Deps } from '../../deps.ts'

/** Messages sent before this are hidden. */
export const shownSince = ({ now, settings }: Pick<Deps, 'now' | 'settings'>): number =>
  now() - settings().message_days * DAY_MS

type Side = { hiddenUpTo: number; lastMessage: number }

/** Deleted, with nothing new since: it is in no list [CHAT-8]. */
export const isRemoved = ({ hiddenUpTo, lastMessage }: Side): boolean => lastMessage <= hiddenUpTo
