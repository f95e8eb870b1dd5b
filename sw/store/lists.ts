/**
 * Lists that the server composed: the member's blocks and reports, with the queued writes laid over them, and proposed profiles, without those
 * that may no longer be shown.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { BlockedProfile, SentReport } from '#contract/entities/safety.ts'
import type { Proposal } from '#contract/entities/proposal.ts'
import { overlayOf, queuedBlocks } from '../writes/overlays.ts'
import { REPORTS, unansweredReport } from '../writes/reports.ts'
import type { Tx } from './member-db.ts'
import { completeCard } from './older-rows.ts'
import { readOutbox } from './outbox-rows.ts'
import { readProfile, isFindable, writeOpenCards } from './profiles.ts'
import type { MemberSession, DeviceSession } from './session.ts'
import type { StoredAnswer } from './views.ts'

const BLOCKS = 'blocks'
const RELATED = 'related:'

/** The key of the profiles that are related to one. */
export const relatedKey = (id: number): string => `${RELATED}${id}`

export const isRelated = (key: string): boolean => key.startsWith(RELATED)

export const writeBlocks = async (tx: Tx, blocks: BlockedProfile[], now: number): Promise<void> => {
  await tx.objectStore('lists').put({ key: BLOCKS, items: [], blocks, held_at: now })
}

/** Blocked people [PROF-14]. @returns null if the list was never fetched */
export const showBlocks = (session: MemberSession): Promise<StoredAnswer<CallAnswer<'blocks.list'>> | null> =>
  session.read(['lists', 'profiles', 'outbox'], async (tx) => {
    const list = await tx.objectStore('lists').get(BLOCKS)
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

export const writeReports = async (tx: Tx, reports: SentReport[], now: number): Promise<void> => {
  await tx.objectStore('lists').put({ key: REPORTS, items: [], reports, held_at: now })
}

/** The member's reports, those that wait on this device first [SAFE-8]. @returns null if the list was never fetched and no report waits */
export const showReports = (session: MemberSession): Promise<StoredAnswer<CallAnswer<'reports.list'>> | null> =>
  session.read(['lists', 'profiles', 'outbox'], async (tx) => {
    const list = await tx.objectStore('lists').get(REPORTS)
    const outbox = await readOutbox(tx)
    const waiting = await Promise.all(
      outbox.toReversed().map(async (row): Promise<SentReport[]> => {
        const { report } = overlayOf(row)
        if (!report) return []
        const card = (await readProfile(tx, report.profile))?.card
        const { id, failure, written_at: at } = row
        const waiting = { id, failure, text: report.text }
        return [{ ...unansweredReport(report.reason, card), number: '', at, client_id: id, waiting }]
      }),
    )
    const reports = waiting.flat()
    if (!list && reports.length === 0) return null
    return { data: { reports: [...reports, ...(list?.reports ?? [])] }, cachedAt: list?.held_at ?? 0 }
  })

export const writeList = async (tx: Tx, key: string, items: readonly Proposal[], now: number): Promise<void> => {
  await writeOpenCards(
    tx,
    items.map(({ profile }) => profile),
    now,
  )
  const stored = items.map(({ profile, reasons }) => ({ id: profile.id, reasons }))
  await tx.objectStore('lists').put({ key, items: stored, held_at: now })
}

export const showList = (session: DeviceSession, key: string): Promise<StoredAnswer<Proposal[]> | null> =>
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
