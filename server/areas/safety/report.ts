/** Stores a member's report about a profile, a photo or a message, and answers with a receipt [SAFE-8]. */
import type { CallParsed } from '#contract/calls.ts'
import type { Receipt, SentReport } from '#contract/entities/safety.ts'
import { DAY_MS } from '#contract/limits.ts'
import { photoVisibilityOf } from '#contract/rules/visibility.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { mailboxOf } from '../account/mailbox.ts'
import { viewerOf, isFound } from '../find/visibility.ts'
import { addSanction } from './desk.ts'
import { addLetter } from './letter.ts'
import { letterNumber } from '../notices/complain.ts'

type Report = CallParsed<'reports.send'>['body']

export const reportMember = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'bus' | 'domain'>,
  caller: Caller,
  report: Report,
): Promise<Receipt | Refusal> => {
  if (report.profile === caller.id) return refuse('self_not_allowed')
  const receiptBefore = await firstReceipt(deps.read, caller, report)
  if (receiptBefore) return receiptBefore
  const limited = await deps.bus.use('report', caller.id)
  if (limited) return limited
  const about = await subjectOf(deps.read, caller, report)
  if (isRefusal(about)) return about
  return deps.write(async (tx) => {
    // The same report may have arrived twice at once.
    const receiptNow = await firstReceipt(tx, caller, report)
    if (receiptNow) return receiptNow
    const { reason, text, client_id: clientId } = report
    const letter = { ...about, kind: 'report', reason, text, ...(clientId === undefined ? {} : { clientId }) } as const
    const receipt = await addLetter(tx, letter, caller, deps)
    await muteByReports(tx, report.profile, deps.now())
    return receipt
  })
}

/** The receipt of the same report, if the server has received it before. */
const firstReceipt = async (
  { safety }: Pick<Queries, 'safety'>,
  caller: Caller,
  { client_id }: Report,
): Promise<Receipt | null> => {
  const letter = client_id === undefined ? undefined : await safety.reportOf(caller.id, client_id)
  return letter ? { number: letterNumber(letter), at: letter.at } : null
}

type Subject = { profile: number; message: number | null; photo: number | null }

/** The reported content must belong to that member, and the reporter must see it: a report reveals nothing. */
const subjectOf = async (
  queries: Pick<Queries, 'find' | 'chat' | 'site'>,
  caller: Caller,
  { profile, message, photo }: Report,
): Promise<Subject | Refusal> => {
  const relation = await queries.find.relation(caller.id, profile)
  // A member who blocks the reporter can be reported as well.
  if (!isFound(relation)) return refuse('not_found')
  if (message !== undefined && !(await isTheirMessage(queries, caller.id, profile, message))) return refuse('not_found')
  const shown = photo === undefined ? null : await seenPhoto(queries, caller, profile, photo)
  return isRefusal(shown) ? shown : { profile, message: message ?? null, photo: shown }
}

/** Whether that member wrote the message in the conversation with the reporter. */
const isTheirMessage = async (
  queries: Pick<Queries, 'chat'>,
  member: number,
  profile: number,
  message: number,
): Promise<boolean> => {
  const [row] = await queries.chat.messagesById([message])
  return row?.sender === profile && row.heldAt === null && [row.low, row.high].includes(member)
}

const seenPhoto = async (
  queries: Pick<Queries, 'site'>,
  caller: Caller,
  profile: number,
  photo: string,
): Promise<number | Refusal> => {
  const id = /^[1-9]\d{0,15}$/.test(photo) ? Number(photo) : 0
  const row = await queries.site.photoFor(id, caller.id)
  if (row?.owner !== profile) return refuse('not_found')
  const visibility = photoVisibilityOf(viewerOf(caller, profile, 'none'), row.relation, row.photo)
  return visibility === 'hidden' ? refuse('not_found') : id
}

/** A member's reports and their outcomes [SAFE-8]. Sanctions are left out: they are private to the other member. */
export const listReports = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<SentReport[]> =>
  (await read.safety.reportsOf(member)).map((row) => ({
    number: letterNumber(row),
    at: row.at,
    reason: row.reason ?? 'other',
    name: row.name ?? '',
    fictional: row.fictional ?? false,
    answered_at: row.answeredAt,
    upheld: row.upheld,
    answer: row.answer,
    client_id: row.clientId,
  }))

const REPORTERS = 3

/**
 * Three members with a mailbox each who report the same one within 24 hours mute that member: no new conversations, until a person has
 * answered the flag [GUARD-4]. Reports that the person has looked at count no more.
 */
const muteByReports = async (tx: Tx, member: number, at: number): Promise<void> => {
  if ((await tx.flags.openFlagsOf(member)).some(({ kind }) => kind === 'reports')) return
  const since = Math.max(at - DAY_MS, await tx.flags.answeredAt(member, 'reports'))
  const reports = oneForEachMailbox(await tx.safety.reportersSince(member, since))
  if (reports.length < REPORTERS) return
  const reasons = reports.map(({ reason }) => reason ?? 'other')
  const severity = reasons.includes('minor') ? 'grave' : 'harm'
  const facts = { reports: reports.map(({ report }) => report), reasons }
  await tx.flags.addFlag({ member, kind: 'reports', severity, facts }, at)
  tx.deskChanged('queue')
  const reason = mostFrequent(reasons)
  await addSanction(tx, member, { kind: 'muted', reason, note: '', until: null, source: 'flag' }, at)
}

/** The aliases of one mailbox can confirm any number of accounts [GUARD-5]. */
const oneForEachMailbox = <Report extends { email: string }>(reports: readonly Report[]): Report[] => [
  ...new Map(reports.map((report) => [mailboxOf(report.email), report])).values(),
]

const mostFrequent = <Value>(values: readonly Value[]): Value => {
  const count = (one: Value) => values.filter((value) => value === one).length
  const [first, ...others] = values
  if (first === undefined) throw new Error('No values')
  return others.reduce((best, one) => (count(one) > count(best) ? one : best), first)
}
