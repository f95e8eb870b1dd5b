/** The member's own reports: the server's list, before it the reports that wait on this device [SAFE-8]. */
import type { CallAnswer } from '#contract/calls.ts'
import type { SentReport } from '#contract/entities/safety.ts'
import { overlayOf } from '../writes/overlays.ts'
import { REPORTS, unansweredReport } from '../writes/reports.ts'
import type { Tx } from './member-db.ts'
import { readOutbox } from './outbox-rows.ts'
import { readProfile } from './profiles.ts'
import type { MemberSession } from './session.ts'
import type { Shown } from './views.ts'

export const writeReports = async (tx: Tx, reports: SentReport[], now: number): Promise<void> => {
  await tx.objectStore('lists').put({ key: REPORTS, items: [], reports, held_at: now })
}

/** @returns null if the list was never fetched and no report waits */
export const showReports = (session: MemberSession): Promise<Shown<CallAnswer<'reports.list'>> | null> =>
  session.read(['lists', 'profiles', 'outbox'], async (tx) => {
    const list = await tx.objectStore('lists').get(REPORTS)
    const outbox = await readOutbox(tx)
    const waiting = await Promise.all(
      outbox.toReversed().map(async (row): Promise<SentReport[]> => {
        const { report } = overlayOf(row)
        if (!report) return []
        const name = (await readProfile(tx, report.profile))?.card.name ?? ''
        const { id, failure, written_at: at } = row
        const waiting = { id, failure, text: report.text }
        return [{ ...unansweredReport(report.reason, name), number: '', at, client_id: id, waiting }]
      }),
    )
    const reports = waiting.flat()
    if (!list && reports.length === 0) return null
    return { data: { reports: [...reports, ...(list?.reports ?? [])] }, cachedAt: list?.held_at ?? 0 }
  })
