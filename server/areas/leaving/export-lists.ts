/** The lists of a member's export that can grow long, read page by page [ACC-17]. */
import { conversationId } from '#contract/rules/conversation-id.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps } from '../../deps.ts'
import { inTurn } from '../../turns.ts'
import { cardsOf } from '../find/cards.ts'
import type { LikePlace } from '../likes/queries.ts'

/** Rows a page. With the names of the people in it, a page is read in a few milliseconds. */
const PAGE = 200

/** Each page is read in a turn of its own, so that requests run in between however long the list is. */
const pagesOf = async function* <Place, Row>(
  first: Place,
  read: (after: Place) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[], void, undefined> {
  for (let after = first; ;) {
    const from = after
    const page = await inTurn(() => read(from))
    yield page
    const last = page.at(-1)
    if (page.length < PAGE || last === undefined) return
    after = placeOf(last)
  }
}

/**
 * A conversation that the member deleted belongs only to the partner from then on [CHAT-8]: the file contains neither it
 * nor its messages. If the partner has written since, the file contains the new messages.
 */
const shownConversations = async function* ({ read }: Deps, member: number) {
  const pages = pagesOf(
    0,
    (after) => read.leaving.exportedConversations(member, after, PAGE),
    ({ conversation }) => conversation.id,
  )
  for await (const page of pages)
    yield page.filter(({ side, conversation }) => Math.max(conversation.lastMessage, side.heldLast) > side.hiddenUpTo)
}

export const conversationsOf = async function* (deps: Deps, member: number) {
  const pages = shownConversations(deps, member)
  for await (const { row, name } of withNames(deps, member, pages, ({ side }) => side.partner)) {
    const { side, conversation } = row
    yield {
      conversation: conversationId(conversation.low, conversation.high),
      with: name,
      started_by_me: conversation.startedBy === member,
      created_at: conversation.createdAt,
      num_unread_messages: side.unread,
      read_up_to: side.readUpTo,
      delivered_up_to: side.deliveredUpTo,
      deleted_up_to: side.hiddenUpTo,
      warned_at: side.warnedAt,
    }
  }
}

export const messagesOf = async function* (deps: Deps, member: number) {
  const { read, photos } = deps
  for await (const conversations of shownConversations(deps, member))
    for (const { side, conversation } of conversations) {
      const pages = pagesOf(
        side.hiddenUpTo,
        (after) => read.leaving.exportedMessages(member, conversation.id, after, PAGE),
        ({ message }) => message.id,
      )
      for await (const page of pages)
        for (const { message, photo } of page)
          yield {
            id: message.id,
            conversation: conversationId(conversation.low, conversation.high),
            sender: message.sender,
            sent_by_me: message.sender === member,
            client_id: message.clientId,
            type: message.type,
            text: message.text,
            sent_at: message.sentAt,
            photo: photo && (await messagePhotoOf(photos, photo)),
          }
    }
}

type MessagePhotoRow = { hash: string; colours: string; width: number; height: number }

const messagePhotoOf = async (store: Deps['photos'], { hash, colours, width, height }: MessagePhotoRow) => {
  const bytes = await store.read(hash, 'full')
  return {
    colours,
    width,
    height,
    type: PHOTO_TYPE,
    base64: bytes ? Buffer.from(bytes).toString('base64') : null,
  }
}

const BEFORE_ALL: LikePlace = { at: 0, id: 0 }

export const sentLikesOf = async function* (deps: Deps, member: number) {
  const pages = pagesOf(
    BEFORE_ALL,
    (after) => deps.read.likes.likedAfter(member, after, PAGE),
    (like) => like,
  )
  for await (const { row, name } of withNames(deps, member, pages, ({ id }) => id)) yield { with: name, at: row.at }
}

/** Only the received likes that the member can see: a hidden liker stays hidden here [CHAT-9]. */
export const receivedLikesOf = async function* (deps: Deps, member: number) {
  const pages = pagesOf(
    BEFORE_ALL,
    (after) => deps.read.likes.likersAfter(member, after, PAGE),
    (like) => like,
  )
  for await (const page of pages) {
    const likers = page.map(({ id }) => id)
    const named = await namesFor(deps, member, likers)
    const seen = new Map(
      (await deps.read.likes.statesWith(member, likers)).flatMap((like) =>
        like.liked === member ? [[like.liker, like.seen]] : [],
      ),
    )
    for (const { id, at } of page) {
      const isSeen = seen.get(id)
      if (isSeen !== undefined) yield { with: named(id), at, like_new: !isSeen }
    }
  }
}

export const blocksOf = async function* (deps: Deps, member: number) {
  const rows = await deps.read.likes.blockedBy(member)
  const pages = pagesOf(
    0,
    async (from) => rows.slice(from, from + PAGE).map((row, index) => ({ ...row, place: from + index + 1 })),
    ({ place }) => place,
  )
  for await (const { row, name } of withNames(deps, member, pages, ({ id }) => id)) yield { with: name, at: row.at }
}

export const swipesOf = async function* (deps: Deps, member: number) {
  const pages = pagesOf(
    0,
    (after) => deps.read.leaving.exportedSwipes(member, after, PAGE),
    ({ profile }) => profile,
  )
  for await (const { row, name } of withNames(deps, member, pages, ({ profile }) => profile))
    yield { with: name, choice: row.choice, at: row.at }
}

export const ledgerOf = async function* ({ read }: Deps, member: number) {
  const pages = pagesOf(
    0,
    (after) => read.leaving.exportedLedger(member, after, PAGE),
    ({ id }) => id,
  )
  for await (const page of pages)
    for (const { id, amount, reason, reference, balance, at } of page)
      yield { id, amount, reason, reference, balance, at }
}

/** The rows of pages, each with the name of the profile that it is about. */
const withNames = async function* <Row>(
  deps: Deps,
  member: number,
  pages: AsyncIterable<Row[]>,
  profileOf: (row: Row) => number,
) {
  for await (const page of pages) {
    const named = await namesFor(deps, member, page.map(profileOf))
    for (const row of page) yield { row, name: named(profileOf(row)) }
  }
}

type NamedProfile = { profile: number; name: string; fictional: boolean } | null

/**
 * Names the other profile of an entry as the member sees it now. A profile that is hidden from the member is null,
 * without its id: the export must not reveal that it exists [PROF-10].
 */
const namesFor = async (
  { read, now }: Deps,
  member: number,
  ids: readonly number[],
): Promise<(profile: number) => NamedProfile> => {
  const cards = await inTurn(() => cardsOf(read, ids, member, now()))
  const names = new Map(cards.map(({ id, name, fictional }) => [id, { profile: id, name, fictional }]))
  return (profile) => names.get(profile) ?? null
}
