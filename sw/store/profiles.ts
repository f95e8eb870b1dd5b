/** Stores every profile this viewer has seen: a card from a list, or the whole profile once it was opened. */
import { ProfileCard, type Profile } from '#contract/entities/profile.ts'
import { SHOWN_FACTS, noFacts } from '#contract/entities/profile-facts.ts'
import { parseNewer } from '#contract/newer.ts'
import { closedReason } from './conversations.ts'
import type { ProfileRow, ReadTx, Tx } from './member-db.ts'
import { completeCard, completeProfile } from './older-rows.ts'

/** About as many profiles as a busy member sees in a year. */
export const PROFILES_MAX = 5_000

export const readProfile = async (tx: Tx | ReadTx, id: number): Promise<ProfileRow | undefined> => {
  const row = await tx.objectStore('profiles').get(id)
  return row && completeRow(row)
}

export const readProfiles = async (tx: ReadTx): Promise<ProfileRow[]> =>
  (await tx.objectStore('profiles').getAll()).map(completeRow)

const completeRow = (row: ProfileRow): ProfileRow => ({
  ...row,
  card: completeCard(row.card),
  full: row.full && completeProfile(row.full),
})

export const readCards = async (tx: ReadTx, ids: Iterable<number>): Promise<ProfileCard[]> => {
  const rows = await Promise.all([...new Set(ids)].map((id) => readProfile(tx, id)))
  return rows.filter((row) => row !== undefined).map((row) => row.card)
}

export const writeCards = (tx: Tx, cards: readonly ProfileCard[], now: number): Promise<void> =>
  putCards(tx, cards, now, (row) => row?.hidden ?? false)

/** The cards of a list whose profiles this viewer may open. */
export const writeOpenCards = (tx: Tx, cards: readonly ProfileCard[], now: number): Promise<void> =>
  putCards(tx, cards, now, () => false)

const putCards = async (
  tx: Tx,
  cards: readonly ProfileCard[],
  now: number,
  isHidden: (row: ProfileRow | undefined) => boolean,
): Promise<void> => {
  for (const card of cards) {
    const row = await readProfile(tx, card.id)
    await tx.objectStore('profiles').put({
      id: card.id,
      card,
      held_at: now,
      // Update the fields that card and whole profile share. When privacy mode changes, delete the whole profile, so
      // that no hidden field stays stored.
      full: row?.full?.reserved === card.reserved ? { ...row.full, ...card } : null,
      full_held_at: row?.full_held_at ?? 0,
      last_used_at: now,
      hidden: isHidden(row),
    })
  }
}

export const writeProfile = async (tx: Tx, profile: Profile, now: number): Promise<void> => {
  const row = { id: profile.id, full: profile, held_at: now, full_held_at: now, last_used_at: now, hidden: false }
  await tx.objectStore('profiles').put({ ...row, card: parseNewer(ProfileCard, profile) })
}

/** The server does not show this profile (any more), so the device hides it too. */
export const hideProfile = async (tx: Tx, id: number): Promise<void> => {
  const row = await readProfile(tx, id)
  if (row) await tx.objectStore('profiles').put({ ...row, full: null, hidden: true })
}

/** Records that the member blocked or unblocked this profile; search leaves blocked profiles out [FIND-3]. */
export const setBlocked = async (tx: Tx, id: number, blocked: boolean): Promise<void> => {
  const row = await readProfile(tx, id)
  if (!row) return
  const full = row.full && { ...row.full, blocked, closed: closedReason(row.full.closed, blocked) }
  await tx.objectStore('profiles').put({ ...row, full, hidden: blocked })
}

export const touchProfile = async (tx: Tx, id: number, now: number): Promise<void> => {
  const row = await readProfile(tx, id)
  if (row) await tx.objectStore('profiles').put({ ...row, last_used_at: now })
}

/** Builds a profile from a card alone, so that its screen opens offline with the known fields [PWA-1]. */
export const profileOfCard = (card: ProfileCard): Profile => ({
  ...card,
  status: card.exists ? 'active' : 'deleted',
  about_me: '',
  ...noFacts(SHOWN_FACTS),
  interests: [],
  photos: card.main_image ? [card.main_image] : [],
  photo_count: card.main_image ? 1 : 0,
  liked: false,
  likes_me: false,
  blocked: false,
  closed: null,
  card_only: true,
})

/**
 * Whether search may show this profile: not the member's own, not blocked, deleted or hidden [FIND-3].
 * @param blocks queued blocks
 */
export const isFindable = (row: ProfileRow, me: number | null, blocks: ReadonlyMap<number, boolean>): boolean =>
  row.id !== me &&
  !blocks.get(row.id) &&
  row.card.exists &&
  !row.hidden &&
  !row.full?.blocked &&
  row.full?.closed !== 'blocked'
