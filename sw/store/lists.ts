/** Lists of profiles that the server composed. Profiles that may no longer be shown are left out. */
import type { Proposal } from '#contract/entities/match.ts'
import { queuedBlocks } from '../writes/overlays.ts'
import type { Tx } from './member-db.ts'
import { readOutbox } from './outbox-rows.ts'
import { isFindable, readProfile, writeCards } from './profiles.ts'
import type { DeviceSession } from './session.ts'
import type { Shown } from './views.ts'

export const writeList = async (tx: Tx, key: string, items: readonly Proposal[], now: number): Promise<void> => {
  await writeCards(
    tx,
    items.map(({ profile }) => profile),
    now,
    true,
  )
  const stored = items.map(({ profile, reasons }) => ({ id: profile.id, reasons }))
  await tx.objectStore('lists').put({ key, items: stored, held_at: now })
}

export const showList = (session: DeviceSession, key: string): Promise<Shown<Proposal[]> | null> =>
  session.read(['lists', 'profiles', 'outbox'], async (tx) => {
    const list = await tx.objectStore('lists').get(key)
    if (!list) return null
    const items = await Promise.all(
      list.items.map(async ({ id, reasons }) => ({ row: await readProfile(tx, id), reasons })),
    )
    const blocks = queuedBlocks(await readOutbox(tx))
    const data = items.flatMap(({ row, reasons }) =>
      row && isFindable(row, session.member, blocks) ? [{ profile: row.card, reasons }] : [],
    )
    return { data, cachedAt: list.held_at }
  })
