/** The desk's actions on letters and members [SAFE-8]. `areas/photos/review.ts` has its review of photos. */
import type { ReportReason } from '#contract/entities/safety.ts'
import { strictest, type Sanction } from '#contract/rules/may-act.ts'
import type { Deps, Tx } from '../../deps.ts'
import { announceStatus } from '../feed/announce.ts'
import { reviewPhoto } from '../photos/review.ts'
import type { DecisionRow } from './queries.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now'>

/** `same`: nothing changed, so nobody is notified. */
export type DeskAnswer = 'done' | 'same' | 'not_found'

/** Complaints and notices need a text as answer; reports and appeals may have one. */
export type LetterAnswer = DeskAnswer | 'text_missing'

/**
 * Answers a letter once and mails the answer to its sender. An upheld appeal lifts the decision and all its effects.
 * After an upheld report the desk acts with a separate command.
 */
export const answerLetter = async (
  deps: Needs,
  id: number,
  { upheld, text }: { upheld: boolean; text: string },
): Promise<LetterAnswer> => {
  const letter = await deps.read.safety.fullLetter(id)
  if (!letter) return 'not_found'
  if (letter.answeredAt !== null) return 'same'
  if (text === '' && (letter.kind === 'complaint' || letter.kind === 'notice')) return 'text_missing'
  const decision = letter.decision === null ? undefined : await deps.read.safety.decision(letter.decision)
  // Lift the decision before marking the letter as answered: after a crash in between, the desk can answer again.
  if (upheld && decision) await takeBack(deps, decision)
  const isNew = await deps.write(async (tx) => {
    const at = deps.now()
    if (!(await tx.safety.answerLetter(id, { upheld, answer: text, at }))) return false
    await tx.jobs.add({ kind: 'mail.answer', payload: { letter: id } }, at)
    tx.jobWaits()
    return true
  })
  return isNew ? 'done' : 'same'
}

const takeBack = async (deps: Needs, decision: DecisionRow): Promise<void> => {
  const { photo } = decision
  // Approve the photo even if it was rejected for another reason meanwhile: the desk has just reviewed it.
  if (photo !== null && decision.liftedAt === null) await reviewPhoto(deps, photo, { approved: true })
  await deps.write(async (tx) => {
    if (await tx.safety.liftDecision(decision.id, deps.now())) await refreshSanction(tx, decision.userId, deps.now())
  })
}

/** The sanction of each kind of decision about a member; null for one without effect on what the member may do. */
export const SANCTION_OF = {
  warned: null,
  muted: 'muted',
  profile_restricted: 'restricted',
  suspended: 'suspended',
  banned: 'banned',
} as const satisfies Partial<Record<DecisionRow['kind'], Sanction | null>>
export type SanctionKind = keyof typeof SANCTION_OF

/**
 * Decides about a member. It holds from the next request on (`mayNotAct`), and for open streams from the
 * next heartbeat on. The member reads the reason in the settings and in a mail, and can appeal [DESK-7], [DESK-8].
 * @param until ms since the epoch, null for no end
 */
export const sanctionMember = ({ write, now }: Needs, member: number, sanction: NewSanction): Promise<DeskAnswer> =>
  write((tx) => sanctionWithin(tx, member, sanction, now()))

type NewSanction = { kind: SanctionKind; reason: ReportReason; note: string; until: number | null }

/** The same inside a transaction that does more. */
export const sanctionWithin = async (
  tx: Tx,
  member: number,
  { kind, reason, note, until }: NewSanction,
  at: number,
): Promise<DeskAnswer> => {
  if (!(await tx.account.own(member))) return 'not_found'
  const standing = await tx.safety.standingDecisions(member, at)
  if (kind !== 'warned' && standing.some((decision) => decision.kind === kind && decision.until === until))
    return 'same'
  const decision = await tx.safety.addDecision({ userId: member, kind, reason, note, until, at })
  await tx.jobs.add({ kind: 'mail.decision', payload: { decision } }, at)
  if (until !== null) await tx.jobs.add({ kind: 'sanction.end', payload: { member } }, until)
  tx.jobWaits()
  await refreshSanction(tx, member, at)
  return 'done'
}

/** Lifts every sanction of a member. */
export const releaseMember = ({ write, now }: Needs, member: number): Promise<DeskAnswer> =>
  write(async (tx) => {
    const standing = (await tx.safety.standingDecisions(member, now())).filter(({ kind }) => isSanction(kind))
    for (const { id } of standing) await tx.safety.liftDecision(id, now())
    if (standing.length === 0) return 'same'
    await refreshSanction(tx, member, now())
    return 'done'
  })

const isSanction = (kind: DecisionRow['kind']): kind is SanctionKind => kind in SANCTION_OF

/** Brings the member's own columns, search and everybody's lists in line with the decisions in force. */
export const refreshSanction = async (tx: Tx, member: number, at: number): Promise<void> => {
  const standing = (await tx.safety.standingDecisions(member, at)).map(({ kind, until }) => ({
    sanction: isSanction(kind) ? SANCTION_OF[kind] : null,
    sanctionUntil: until,
  }))
  await tx.safety.setSanction(member, strictest(standing))
  await tx.notices.refreshSearchable(member)
  await announceStatus(tx, member, at)
}
