/** The deck of the swipe game: the server's cards with the queued swipes laid over them, playable offline [LIKE-5]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { LikeState } from '#contract/entities/like.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { SWIPE_DECK, SWIPE_LIKES_A_DAY } from '#contract/limits.ts'
import { queuedBlocks, queuedSwipeLikes, queuedSwipes, shownLikes } from '../writes/overlays.ts'
import { writeList } from './lists.ts'
import { readMe } from './me.ts'
import type { ListRow, ReadTx, StoreName, Tx } from './member-db.ts'
import { readOutbox, type OutboxRow } from './outbox-rows.ts'
import { isFindable, readProfile, readProfiles } from './profiles.ts'
import type { MemberSession } from './session.ts'
import type { StoredAnswer } from './views.ts'

type Deck = CallAnswer<'swipe.get'>

const STORES: StoreName[] = ['lists', 'profiles', 'likes', 'outbox', 'meta']

export const writeDeck = async (tx: Tx, { cards, ...day }: Deck, now: number): Promise<void> => {
  const items = cards.map((profile) => ({ profile, reasons: [] }))
  await writeList(tx, 'swipe', items, now)
  await changeList(tx, 'swipe', (list) => ({ ...list, day }))
}

/**
 * The deck as the device knows it. `gender` is the one that the member wants to meet, if only the page knows it [ACC-19]. With `isOffline`,
 * cached profiles follow after the server's last card.
 * @returns null if no deck was ever fetched; `isShort` if the server had no more cards than these
 */
export const showDeck = (
  session: MemberSession,
  now: number,
  { isOffline, gender }: { isOffline: boolean; gender?: 'male' | 'female' | undefined },
): Promise<(StoredAnswer<Deck> & { isShort: boolean }) | null> =>
  session.read(STORES, async (tx) => {
    const list = await tx.objectStore('lists').get('swipe')
    if (!list?.day) return null
    const outbox = await readOutbox(tx)
    const blocks = queuedBlocks(outbox)
    const likes = await Promise.all(list.items.map(({ id }) => tx.objectStore('likes').get(id)))
    const swiped = await swipedProfiles(tx, outbox, likes)
    const isShort = list.items.length < SWIPE_DECK
    const rows = await Promise.all(list.items.map(({ id }) => readProfile(tx, id)))
    const dealt = rows.flatMap((row) =>
      row &&
      isFindable(row, session.member, blocks) &&
      !swiped.has(row.id) &&
      (gender === undefined || row.card.gender === gender)
        ? [row.card]
        : [],
    )
    const cards =
      dealt.length === 0 && isOffline && !isShort ? await ownCards(tx, session.member, outbox, blocks, gender) : dealt
    const isOver = now >= list.day.resets_at
    return {
      data: {
        cards,
        likes_left: Math.max(0, (isOver ? SWIPE_LIKES_A_DAY : list.day.likes_left) - queuedSwipeLikes(outbox)),
        resets_at: isOver ? nextMidnight(now) : list.day.resets_at,
      },
      cachedAt: list.held_at,
      isShort,
    }
  })

/**
 * The profiles that the member has swiped or liked, as the server and the outbox know them.
 * @param likes the stored likes of all profiles that are asked about
 */
const swipedProfiles = async (
  tx: ReadTx,
  outbox: readonly OutboxRow[],
  likes: readonly (LikeState | undefined)[],
): Promise<Set<number>> => {
  const swiped = new Set((await tx.objectStore('lists').get('swiped'))?.items.map(({ id }) => id))
  const known = likes.filter((like) => like !== undefined)
  for (const like of shownLikes(known, outbox)) if (like.sent) swiped.add(like.profile)
  for (const [profile, isSwiped] of queuedSwipes(outbox))
    if (isSwiped) swiped.add(profile)
    else swiped.delete(profile)
  return swiped
}

/** The profiles that the device knows, for play without a network after the last card of the server. */
const ownCards = async (
  tx: ReadTx,
  me: number,
  outbox: readonly OutboxRow[],
  blocks: ReadonlyMap<number, boolean>,
  gender: 'male' | 'female' | undefined,
): Promise<ProfileCard[]> => {
  const swiped = await swipedProfiles(tx, outbox, await tx.objectStore('likes').getAll())
  const wanted = gender ?? (await readMe(tx)).user?.profile.looking_for ?? 'both'
  return (await readProfiles(tx))
    .filter((row) => isFindable(row, me, blocks) && !row.card.reserved && !swiped.has(row.id))
    .map(({ card }) => card)
    .filter(({ gender }) => wanted === 'both' || gender === wanted)
    .toSorted((one, other) => other.last_active - one.last_active || other.id - one.id)
    .slice(0, SWIPE_DECK)
}

const changeList = async (tx: Tx, key: string, change: (list: ListRow) => ListRow): Promise<void> => {
  const list = await tx.objectStore('lists').get(key)
  if (list) await tx.objectStore('lists').put(change(list))
}

/** Midnight in this device's time zone; the server's value replaces it at the next answer. */
const nextMidnight = (now: number): number => new Date(now).setHours(24, 0, 0, 0)
