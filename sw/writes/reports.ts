/** Queued reports of members [SAFE-8]. The text stays on the device until the server has received the report. */
import * as v from 'valibot'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { REPORT_REASONS, type Receipt, type ReportReason, type SentReport } from '#contract/entities/safety.ts'
import { ClientId, Id } from '#contract/fields.ts'
import type { Tx } from '../store/member-db.ts'
import { readProfile } from '../store/profiles.ts'
import { alwaysAdded, queuedCall, stored } from './queued-call.ts'

const Report = stored('reports.send', {
  profile: Id,
  body: v.object({
    /** Missing in a report from a page of an older version, which the server cannot recognise when it arrives again. */
    client_id: v.optional(ClientId),
    profile: Id,
    reason: v.picklist(REPORT_REASONS),
    text: v.string(),
    message: v.optional(Id),
    photo: v.optional(v.string()),
  }),
})

export const reportsSend = queuedCall(Report, {
  fieldsOf: ({ body }) => ({ profile: body.profile, body }),
  lane: ({ profile }) => `report:${profile}`,
  coalesce: alwaysAdded,
  request: ({ body }) => ({ body }),
  topics: () => ['reports', 'device'],
  acknowledge: (tx, { write, answer }) => addReport(tx, write, answer),
  ownId: ({ body }) => body.client_id,
  overlay: ({ write: { profile, body } }) => ({ report: { profile, reason: body.reason, text: body.text } }),
  isUnordered: true,
  isShownRefused: true,
})

/** The key of the own reports among the stored lists. */
export const REPORTS = 'reports'

/** The list has a delivered report before it is fetched again. */
const addReport = async (tx: Tx, write: v.InferOutput<typeof Report>, { number, at }: Receipt): Promise<void> => {
  const { profile, client_id = null, reason } = write.body
  const list = await tx.objectStore('lists').get(REPORTS)
  const others = (list?.reports ?? []).filter((report) => report.number !== number)
  const card = (await readProfile(tx, profile))?.card
  const reports = [{ ...unansweredReport(reason, card), number, at, client_id }, ...others]
  await tx.objectStore('lists').put({ ...list, key: REPORTS, items: [], reports, held_at: list?.held_at ?? at })
}

/** @param card the reported profile; undefined if this device does not know it */
export const unansweredReport = (
  reason: ReportReason,
  card: Pick<ProfileCard, 'name' | 'fictional'> | undefined,
): Pick<SentReport, 'reason' | 'name' | 'fictional' | 'answered_at' | 'upheld' | 'answer'> => ({
  reason,
  name: card?.name ?? '',
  fictional: card?.fictional ?? false,
  answered_at: null,
  upheld: null,
  answer: '',
})
