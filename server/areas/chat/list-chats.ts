/** The conversations of a member, page by page [CHAT-1], to fill a device at first and after a reset. Later `sync` updates them. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import { isDeviceCursor } from '#contract/calls/parts.ts'
import { LIST_PAGE } from '#contract/limits.ts'
import { conversationId, pairOf, partnerIn } from '#contract/rules/conversation-id.ts'
import type { Deps } from '../../deps.ts'
import { inTurn } from '../../turns.ts'
import { isFictionAnswered } from '../fictional/responder-mode.ts'
import { cardsOf } from '../find/cards.ts'
import { chatFrom, shownSince } from './chat-view.ts'
import type { ChatRow } from './queries.ts'

export const listChats = async (
  { read, now, settings, env }: Pick<Deps, 'read' | 'now' | 'settings' | 'env'>,
  member: number,
  { after, known }: CallParsed<'chats.get'>['query'] = {},
): Promise<CallAnswer<'chats.get'>> => {
  // Read the seq first: a later change has a higher seq, so the device requests it again.
  const seq = (await read.feed.state(member))?.seq ?? 0
  const since = shownSince({ now, settings })
  const isFirst = after === undefined || isDeviceCursor(after)
  const { rows, next } = isFirst ? await newestPage(read, member) : await pageAfter(read, member, after)
  const ids = rows.map(({ partner }) => partner)
  const profiles = await inTurn(() => cardsOf(read, ids, member, now(), settings().cdn_prefix))
  const counts = await inTurn(() => read.feed.totals(member))
  const isAnswered = isFictionAnswered({ settings, env })
  return {
    chats: rows.map((row) => chatFrom(row, since, isAnswered)),
    profiles,
    counts,
    seq,
    next,
    ...(known === undefined ? {} : { kept: await read.chat.newestUpTo(known) }),
  }
}

type Page = { rows: ChatRow[]; next: string | null }

/** Later pages begin with the newest conversation. Devices in the middle of a list of before go on towards it, without the prefix. */
const BACKWARDS = 'before-'
/** No conversation has this id. */
const FROM_THE_NEWEST = `${BACKWARDS}0-0`

const newestPage = async (read: Deps['read'], member: number): Promise<Page> => {
  const ids = await inTurn(() => read.chat.newestChats(member, LIST_PAGE + 1))
  const rows = ids.length === 0 ? [] : await inTurn(() => read.chat.chatsById(member, ids.slice(0, LIST_PAGE)))
  return { rows, next: ids.length > LIST_PAGE ? FROM_THE_NEWEST : null }
}

/** In the order of their begin, which no message changes. Conversations of the first page come again. */
const pageAfter = async (read: Deps['read'], member: number, after: string): Promise<Page> => {
  const isBackwards = after.startsWith(BACKWARDS)
  const pair = isBackwards ? after.slice(BACKWARDS.length) : after
  // The place of others' conversation among the member's own would tell that it exists, and since when.
  const isOwn = partnerIn(pair, member) !== undefined
  const last = isOwn ? await read.chat.conversationOf(pairOf(pair)) : undefined
  const rows = await inTurn(() =>
    isBackwards
      ? read.chat.chatsBefore(member, last?.id ?? Number.MAX_SAFE_INTEGER, LIST_PAGE)
      : read.chat.chatsAfter(member, last?.id ?? 0, LIST_PAGE),
  )
  const end = rows.length < LIST_PAGE ? undefined : rows.at(-1)
  return { rows, next: end ? `${isBackwards ? BACKWARDS : ''}${conversationId(end.low, end.high)}` : null }
}
