/** What the desk does with letters and members [SAFE-8]; photos it looks at by `areas/photos/review.ts`. */
import type { ReportReason } from '#contract/entities/safety.ts'
import type { Deps, Tx } from '../../deps.ts'
import { announceStanding } from '../feed/announce.ts'
import { reviewPhoto } from '../photos/review.ts'
import type { DecisionRow } from './queries.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now'>

/** `same`: it stood like that already, and nobody is told anything. */
export type DeskAnswer = 'done' | 'same' | 'not_found'

/** A complaint or a notice is answered with words; a report and an appeal may be. */
export type LetterAnswer = DeskAnswer | 'text_missing'

/**
 * Answers a letter once and mails the answer to its sender. An appeal that is upheld takes the decision back with all it
 * did; after an upheld report the desk acts on what it found, by a command of its own.
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
  // First what it says, then that it was said: cut off between the two, it is simply answered again.
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
  // A photo that is rejected for another reason by now is shown again all the same: the desk has looked at it.
  if (photo !== null && decision.liftedAt === null) await reviewPhoto(deps, photo, { approved: true })
  await deps.write(async (tx) => {
    if (await tx.safety.liftDecision(decision.id, deps.now())) await standsAnew(tx, decision.userId)
  })
}

/** Found by nobody from now on; their conversations stay. The member reads why in their settings, and can appeal. */
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
