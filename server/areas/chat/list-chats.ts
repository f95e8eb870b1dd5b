/** All conversations of a member [CHAT-1]: for the first fill of a device and after a reset; `sync` keeps it fresh. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { countsOf } from '../account/user-view.ts'
import { cardsOf } from '../find/cards.ts'
import { chatFrom } from './chat-view.ts'
import { shownSince } from './shown.ts'

export const listChats = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  member: number,
): Promise<CallAnswer<'chats.get'>> => {
  // First of all: what changes while the rest is read has a higher seq, so the device asks for it again.
  const seq = (await read.feed.standing(member))?.seq ?? 0
  const since = shownSince({ now, settings })
  const rows = await read.chat.chats(member)
  const partners = rows.map(({ partner }) => partner)
  return {
    chats: rows.map((row) => chatFrom(row, since)),
    profiles: await cardsOf(read, partners, member, now(), settings().cdn_prefix),
    counts: await countsOf(read, member),
    seq,
  }
}
