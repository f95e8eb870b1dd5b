/** The list of blocked people: the server's list with the queued blocks and unblocks laid over it [PROF-14]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { BlockedProfile } from '#contract/entities/safety.ts'
import { overlayOf, queuedBlocks } from '../writes/overlays.ts'
import type { Tx } from './member-db.ts'
import { completeCard } from './older-rows.ts'
import { readOutbox } from './outbox-rows.ts'
import { readProfile } from './profiles.ts'
import type { MemberSession } from './session.ts'
import type { Shown } from './views.ts'

const KEY = 'blocks'

export const writeBlocks = async (tx: Tx, blocks: BlockedProfile[], now: number): Promise<void> => {
  await tx.objectStore('lists').put({ key: KEY, items: [], blocks, held_at: now })
}

/** @returns null if the list was never fetched */
export const showBlocks = (session: MemberSession): Promise<Shown<CallAnswer<'blocks.list'>> | null> =>
  session.read(['lists', 'profiles', 'outbox'], async (tx) => {
    const list = await tx.objectStore('lists').get(KEY)
    if (!list) return null
    const outbox = await readOutbox(tx)
    const waiting = queuedBlocks(outbox)
    const stored = (list.blocks ?? []).map(({ profile, at }) => ({ profile: completeCard(profile), at }))
    const known = new Set(stored.map((block) => block.profile.id))
    const added = await Promise.all(
      [...waiting].map(async ([id, isBlock]): Promise<BlockedProfile[]> => {
        const row = isBlock && !known.has(id) ? await readProfile(tx, id) : undefined
        const at = outbox.findLast((row) => overlayOf(row).block?.profile === id)?.written_at
        return row && at !== undefined ? [{ profile: row.card, at, waiting: true }] : []
      }),
    )
    const blocks = [...added.flat(), ...stored.filter((block) => waiting.get(block.profile.id) !== false)]
    return { data: { blocks: blocks.toSorted((one, other) => other.at - one.at) }, cachedAt: list.held_at }
  })
