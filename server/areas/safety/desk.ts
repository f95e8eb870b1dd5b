/** The desk's actions on letters and members [SAFE-8]. `areas/photos/review.ts` has its review of photos. */
import type { ReportReason } from '#contract/entities/safety.ts'
import type { Deps, Tx } from '../../deps.ts'
import { announceStanding } from '../feed/announce.ts'
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
    if (await tx.safety.liftDecision(decision.id, deps.now())) await standsAnew(tx, decision.userId)
  })
}

/** Removes a member from search; their conversations stay. The member reads the reason in the settings and can appeal. */
export const restrictMember = (
  { write, now }: Needs,
  member: number,
  { reason, note }: { reason: ReportReason; note: string },
): Promise<DeskAnswer> =>
  write(async (tx) => {
    if (!(await tx.account.own(member))) return 'not_found'
    const standing = await tx.safety.standingDecisions(member, 'profile_restricted')
    if (standing.length > 0) return 'same'
    await tx.safety.addDecision({ userId: member, kind: 'profile_restricted', reason, note, at: now() })
    await standsAnew(tx, member)
    return 'done'
  })

export const releaseMember = ({ write, now }: Needs, member: number): Promise<DeskAnswer> =>
  write(async (tx) => {
    const standing = await tx.safety.standingDecisions(member, 'profile_restricted')
    for (const { id } of standing) await tx.safety.liftDecision(id, now())
    if (standing.length === 0) return 'same'
    await standsAnew(tx, member)
    return 'done'
  })

const standsAnew = async (tx: Tx, member: number): Promise<void> => {
  await tx.notices.refreshSearchable(member)
  await announceStanding(tx, member)
}
