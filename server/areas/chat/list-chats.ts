/** All conversations of a member [CHAT-1], to fill a device at first and after a reset. Later `sync` updates it. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Deps } from '../../deps.ts'
import { isFictionAnswered } from '../fictional/responder-mode.ts'
import { cardsOf } from '../find/cards.ts'
import { chatFrom } from './chat-view.ts'
import { shownSince } from './shown.ts'

export const listChats = async (
  { read, now, settings, env }: Pick<Deps, 'read' | 'now' | 'settings' | 'env'>,
  member: number,
): Promise<CallAnswer<'chats.get'>> => {
  // Read the seq first: a later change has a higher seq, so the device asks for it again.
  const seq = (await read.feed.state(member))?.seq ?? 0
  const since = shownSince({ now, settings })
  const rows = await read.chat.chats(member)
  const isAnswered = isFictionAnswered({ settings, env })
  const partners = rows.map(({ partner }) => partner)
  return {
    chats: rows.map((row) => chatFrom(row, since, isAnswered)),
    profiles: await cardsOf(read, partners, member, now(), settings().cdn_prefix),
    counts: await read.feed.totals(member),
    seq,
  }
}
