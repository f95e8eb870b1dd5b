/** The desk's actions on letters and members [SAFE-8]. `areas/photos/review.ts` has its review of photos. */
import type { DecisionSource } from '#contract/desk/case.ts'
import { PHOTO_UNDO_MS, UNDO_MS } from '#contract/desk/limits.ts'
import type { ReportReason } from '#contract/entities/safety.ts'
import { strictest, type Sanction } from '#contract/rules/may-act.ts'
import type { Deps, Tx } from '../../deps.ts'
import { endAgeDoubt } from '../age/demand.ts'
import { staffAccountsOf } from '../desk/own-account.ts'
import { announce, announceStatus, announceToBoth } from '../feed/announce.ts'
import { reviewPhotoIn } from '../photos/review.ts'
import { markMember } from './identity.ts'
import type { DecisionRow, FullLetterRow } from './queries.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'identityKey'>

/** `same`: nothing changed, so nobody is notified. */
export type DeskAnswer = 'done' | 'same' | 'not_found'

/**
 * Complaints, notices and appeals need a text as answer; reports may have one. `own_decision`: somebody else must decide
 * about an appeal [DESK-9].
 */
type LetterAnswer = DeskAnswer | 'text_missing' | 'own_decision'

/**
 * Answers a letter once and mails the answer to its sender. An upheld appeal lifts the decision and all its effects.
 * After an upheld report the desk acts with a separate command.
 * @param staff null for the command line without a name
 */
export const answerLetter = (
  deps: Needs,
  id: number,
  { upheld, text }: { upheld: boolean; text: string },
  staff: number | null = null,
): Promise<LetterAnswer> =>
  deps.write(async (tx) => {
    const letter = await tx.safety.fullLetter(id)
    if (!letter) return 'not_found'
    if (letter.answeredAt !== null) return 'same'
    if (text === '' && (letter.kind === 'complaint' || letter.kind === 'notice')) return 'text_missing'
    const decision = letter.decision === null ? undefined : await tx.safety.decision(letter.decision)
    const decider = decision?.staff ?? null
    if (decider !== null && staff !== null && (await staffAccountsOf(tx, staff)).has(decider)) return 'own_decision'
    const at = deps.now()
    if (decision) {
      if (upheld) await reverseDecision(tx, decision, { staff, at })
      await tx.safety.closeAppeal(decision.id, upheld)
    }
    await closeLetter(tx, letter, { upheld, text, staff, at, mailAt: at })
    tx.deskChanged('queue')
    return 'done'
  })

type Closing = { upheld: boolean; text: string; staff: number | null; at: number; mailAt: number }

/** Marks a letter as answered, with its row of the audit, and mails the answer. */
export const closeLetter = async (
  tx: Tx,
  { id, kind }: Pick<FullLetterRow, 'id' | 'kind'>,
  { upheld, text, staff, at, mailAt }: Closing,
): Promise<void> => {
  if (!(await tx.safety.answerLetter(id, { upheld, answer: text, at, staff }))) return
  await tx.jobs.add({ kind: 'mail.answer', payload: { letter: id, at }, runAt: mailAt }, at)
  const subject = { kind: 'letter', id } as const
  await tx.audit.add({ staff, act: 'letter.answer', subject, after: { kind, upheld }, at })
}

type Act = { staff: number | null; at: number; reason?: string }

/** Ends a decision and all its effects: the photo is shown, the text is back, and a ban refuses nobody any more. */
export const reverseDecision = async (
  tx: Tx,
  decision: DecisionRow,
  { staff, at, reason = '' }: Act,
): Promise<void> => {
  const { photo } = decision
  // Approve the photo even if it was rejected for another reason since the flag: the desk has just reviewed it.
  if (photo !== null && decision.liftedAt === null) await reviewPhotoIn(tx, photo, { approved: true }, { staff, at })
  if (decision.kind === 'text_removed' && decision.liftedAt === null) await putTextBack(tx, decision)
  if (!(await tx.safety.liftDecision(decision.id, at)) && photo === null) return
  await tx.identity.forgetBans([decision.id])
  await endWarnings(tx, [decision], at)
  if (isAboutAge(decision)) await endAgeDoubt(tx, decision.userId)
  const subject = { kind: 'decision', id: decision.id } as const
  const before = { kind: decision.kind }
  await tx.audit.add({ staff, act: 'decision.lift', subject, before, reason, at })
  await refreshSanction(tx, decision.userId, at)
}

/** Mails the member that a decision was taken back, if its statement has left. */
export const notifyLifted = async (tx: Tx, { id, photo, at: decidedAt }: DecisionRow, at: number): Promise<void> => {
  if (at < decidedAt + (photo === null ? UNDO_MS : PHOTO_UNDO_MS)) return
  await tx.jobs.add({ kind: 'mail.lifted', payload: { decision: id } }, at)
}

/** Nobody is warned any more of a member whose ban was lifted. */
const endWarnings = async (tx: Tx, decisions: readonly DecisionRow[], at: number): Promise<void> => {
  for (const { id, kind, warns } of decisions) {
    if (kind !== 'banned' || !warns) continue
    await tx.jobs.add({ kind: 'scam.warn', payload: { decision: id, after: 0 } }, at)
  }
}

/** Takes a text of a member out of sight: one message, or the text of the profile [DESK-7]. */
export const removeText = async (
  tx: Tx,
  member: number,
  message: number | null,
): Promise<{ text: string } | 'not_found'> => {
  const text = message === null ? await tx.safety.profileText(member) : await tx.safety.messageText(message, member)
  if (text === undefined || text === '') return 'not_found'
  await setText(tx, member, message, '')
  return { text }
}

const putTextBack = (tx: Tx, { userId, message, removedText }: DecisionRow): Promise<void> =>
  setText(tx, userId, message, removedText)

const setText = async (tx: Tx, member: number, message: number | null, text: string): Promise<void> => {
  if (message === null) {
    // A text that the member has written since then stays.
    if (text !== '' && (await tx.safety.profileText(member)) !== '') return
    // Removed answers to prompts come back as paragraphs of the text.
    await tx.profile.setDetails(member, { aboutMe: text, prompts: [] })
    return announce(tx, member, 'user', 0)
  }
  const [row] = await tx.chat.messagesById([message])
  if (!row) return
  await tx.safety.setMessageText(message, text)
  await announceToBoth(tx, [row.low, row.high], 'message', message)
}

/** The sanction of each kind of decision about a member; null for one without effect on what the member may do. */
const SANCTION_OF = {
  warned: null,
  muted: 'muted',
  profile_restricted: 'restricted',
  suspended: 'suspended',
  banned: 'banned',
} as const satisfies Partial<Record<DecisionRow['kind'], Sanction | null>>
export type SanctionKind = keyof typeof SANCTION_OF

type SanctionDetails = {
  reason: ReportReason
  note: string
  /** ms since the epoch, null for no end */
  until: number | null
  staff?: number | null
  statement?: string
  source?: DecisionSource
  waitedSince?: number | null
  /** Warns everybody whom a banned member wrote to [DESK-10]. */
  warns?: boolean
  /** When the statement leaves; at once if left out. */
  mailAt?: number
}

/** Only a ban needs the key: its marks outlive the account. No check has it, so no check bans anybody. */
type NewSanction = SanctionDetails &
  ({ kind: Exclude<SanctionKind, 'banned'> } | { kind: SanctionKind; identityKey: Deps['identityKey'] })

/**
 * Decides about a member. It holds from the next request on (`mayNotAct`), and for open streams from the
 * next heartbeat on. The member reads the reason in the settings and in a mail, and can appeal [DESK-7], [DESK-8].
 */
export const sanctionMember = (
  { write, now, identityKey }: Pick<Deps, 'write' | 'now' | 'identityKey'>,
  member: number,
  sanction: SanctionDetails & { kind: SanctionKind },
): Promise<DeskAnswer> =>
  write(async (tx) => {
    const decision = await addSanction(tx, member, { ...sanction, identityKey }, now())
    return typeof decision === 'number' ? 'done' : decision
  })

/**
 * The same inside a transaction that does more. A reported member can be banned after the account was erased.
 * @returns the decision's id
 */
export const addSanction = async (
  tx: Tx,
  member: number,
  sanction: NewSanction,
  at: number,
): Promise<number | 'same' | 'not_found'> => {
  const { kind, reason, note, until, staff = null, mailAt = at, warns = false } = sanction
  if (!(await tx.account.own(member)) && !(kind === 'banned' && (await tx.evidence.isHeld(member)))) return 'not_found'
  const decisions = await tx.safety.standingDecisions(member, at)
  if (kind !== 'warned' && decisions.some((decision) => decision.kind === kind && decision.until === until))
    return 'same'
  const decision = await tx.safety.addDecision({
    userId: member,
    kind,
    reason,
    note,
    until,
    at,
    staff,
    statement: sanction.statement ?? '',
    source: sanction.source ?? 'own',
    waitedSince: sanction.waitedSince ?? null,
    warns,
  })
  if (sanction.kind === 'banned') await markMember(sanction, tx, member, decision, at)
  await tx.jobs.add({ kind: 'mail.decision', payload: { decision }, runAt: mailAt }, at)
  if (until !== null) await tx.jobs.add({ kind: 'sanction.end', payload: { member } }, until)
  if (kind === 'banned' && warns)
    await tx.jobs.add({ kind: 'scam.warn', payload: { decision, after: 0 }, runAt: mailAt }, at)
  await refreshSanction(tx, member, at)
  await tx.audit.add({
    staff,
    act: 'member.sanction',
    subject: { kind: 'member', id: member },
    before: decisions.map((one) => one.kind),
    after: { kind, reason, until },
    at,
  })
  return decision
}

/** Lifts every sanction of a member, who gets a mail. */
export const releaseMember = (
  { write, now }: Pick<Needs, 'write' | 'now'>,
  member: number,
  staff: number | null = null,
): Promise<DeskAnswer> =>
  write(async (tx) => {
    const at = now()
    const decisions = (await tx.safety.standingDecisions(member, at)).filter(({ kind }) => isSanction(kind))
    if (decisions.length === 0) return 'same'
    for (const decision of decisions) {
      await tx.safety.liftDecision(decision.id, at)
      await notifyLifted(tx, decision, at)
    }
    if (decisions.some(isAboutAge)) await endAgeDoubt(tx, member)
    await tx.identity.forgetBans(decisions.map(({ id }) => id))
    await endWarnings(tx, decisions, at)
    await refreshSanction(tx, member, at)
    const before = decisions.map(({ kind }) => kind)
    const subject = { kind: 'member', id: member } as const
    await tx.audit.add({ staff, act: 'member.release', subject, before, at })
    return 'done'
  })

/** A member who was restricted or banned as a minor, and is none, may take an age check again [GUARD-6]. */
const isAboutAge = ({ kind, reason }: DecisionRow): boolean => isSanction(kind) && reason === 'minor'

const isSanction = (kind: DecisionRow['kind']): kind is SanctionKind => kind in SANCTION_OF

/** Brings the member's own columns, search and everybody's lists in line with the decisions in force. */
export const refreshSanction = async (tx: Tx, member: number, at: number): Promise<void> => {
  const decisions = (await tx.safety.standingDecisions(member, at)).map(({ kind, until }) => ({
    sanction: isSanction(kind) ? SANCTION_OF[kind] : null,
    sanctionUntil: until,
  }))
  await tx.safety.setSanction(member, strictest(decisions))
  await tx.notices.refreshSearchable(member, at)
  await announceStatus(tx, member, at)
}
