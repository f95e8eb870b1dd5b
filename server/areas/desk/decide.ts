/**
 * Decides a case [DESK-7]: one transaction for the decision, the outcome of the reports, the flags and the audit. The
 * decision takes effect at once. Its statement and the answers are sent 30 seconds later, and until then an undo
 * reverts all of it [DESK-8].
 */
import * as v from 'valibot'
import { actsOn, findsMinor, type DecisionAct, type DecisionSource } from '#contract/desk/case.ts'
import type { QueueItem } from '#contract/desk/queue.ts'
import { REPORTERS_NAMED, UNDO_MS } from '#contract/desk/limits.ts'
import { memberSubject } from '#contract/desk/subject.ts'
import type { PhotoReason } from '#contract/entities/photo.ts'
import type { ReportReason } from '#contract/entities/safety.ts'
import type { Deps, Tx } from '../../deps.ts'
import { statementOf, type StatedKind } from '../../jobs/mail-decision.ts'
import type { Paragraph } from '../../jobs/mail-page.ts'
import { serverText } from '../../texts.ts'
import { restoreAgeDoubt } from '../age/demand.ts'
import { reviewPhotoIn, undoRejectionIn } from '../photos/review.ts'
import { endSanctionOf, settleFlag } from '../safety/answer-flag.ts'
import {
  addSanction,
  closeLetter,
  refreshSanction,
  removeText,
  reverseDecision,
  type SanctionKind,
} from '../safety/desk.ts'
import type { FullLetterRow } from '../safety/queries.ts'
import type { StoredAuditRow } from './audit-queries.ts'
import { waitingItems } from './queue.ts'
import { claimSubject, releaseNewClaim, type ClaimedByOther } from './claims.ts'

type Needs = Pick<Deps, 'read' | 'write' | 'now' | 'identityKey'>

export type DecisionChoice = {
  act: DecisionAct
  reason: ReportReason
  facts: string
  until: number | null
  statement: string
}

export type DecisionRequest = DecisionChoice & {
  clientId?: string | undefined
  /** The case that was decided; the open one if left out. */
  caseId?: number | undefined
  photo: number | null
  photoReason: PhotoReason
  message: number | null
  warn: boolean
  /** The reports that the colleague judged right and wrong. Without it, `actsOn` judges all of them. */
  judged?: { right: readonly number[]; wrong: readonly number[] } | undefined
}

type DecisionOutcome = { at: number; undo_until: number; decision: number | null; answered: number; warned: number }

const KIND_OF: Partial<Record<DecisionAct, SanctionKind>> = {
  warn: 'warned',
  mute: 'muted',
  restrict: 'profile_restricted',
  suspend: 'suspended',
  ban: 'banned',
}

export const decideCase = (
  deps: Needs,
  staff: number,
  member: number,
  choice: DecisionRequest,
): Promise<DecisionOutcome | ClaimedByOther | 'not_found' | 'invalid' | 'changed_meanwhile'> => {
  if (choice.act === 'suspend' && choice.until === null) return Promise.resolve('invalid')
  // A sanction that ends before it begins would only look like a decision.
  if (choice.until !== null && choice.until <= deps.now()) return Promise.resolve('invalid')
  if (choice.act === 'remove_photo' && choice.photo === null) return Promise.resolve('invalid')
  return deps.write(async (tx) => {
    const at = deps.now()
    const { clientId, caseId } = choice
    const repeated = await tx.audit.repeated(staff, 'case.decide', clientId)
    if (repeated) return decidedBefore(repeated)
    const isClosed = caseId !== undefined && (await tx.queue.caseById(caseId))?.closedAt != null
    if (isClosed) return 'changed_meanwhile'
    const claimed = await claimSubject(tx, { staff, subject: memberSubject(member) }, at)
    if ('error' in claimed) return claimed
    const items = await waitingItems({ read: tx, now: deps.now }, staff, memberSubject(member))
    // All parts get the same time, because the undo finds them by it.
    const decision = await carryOut(tx, { ...deps, now: () => at }, { staff, member, choice, items, at })
    if (decision === 'not_found') {
      await releaseNewClaim(tx, { staff, subject: memberSubject(member) }, claimed, at)
      return 'not_found'
    }
    const answered = await closeItems(tx, { staff, member, choice, at })
    // A waiting appeal gets the next case, so that this case accepts no second decision.
    await tx.queue.closeCase(claimed.case, at)
    const warned = choice.act === 'ban' && choice.warn ? await tx.safety.countWrittenTo(member) : 0
    await tx.audit.add({
      staff,
      act: 'case.decide',
      subject: { kind: 'case', id: claimed.case },
      after: { act: choice.act, decision, answered, warned, ...(clientId !== undefined && { client_id: clientId }) },
      // The facts are the member's data: the decision has them until the erasure.
      at,
    })
    tx.deskChanged('queue')
    return { at, undo_until: at + UNDO_MS, decision, answered, warned }
  })
}

const StoredOutcome = v.object({ decision: v.nullable(v.number()), answered: v.number(), warned: v.number() })

/** The answer of the first request, from its row in the audit. */
const decidedBefore = ({ at, after }: StoredAuditRow): DecisionOutcome => ({
  at,
  undo_until: at + UNDO_MS,
  ...v.parse(StoredOutcome, JSON.parse(after ?? '')),
})

type Carrying = { staff: number; member: number; choice: DecisionRequest; items: readonly QueueItem[]; at: number }

/** @returns the decision's id, or null for `none` */
const carryOut = async (
  tx: Tx,
  deps: Needs,
  { staff, member, choice, items, at }: Carrying,
): Promise<number | null | 'not_found'> => {
  const waited = decidedWith(items)
  const cause = {
    source: sourceOf(waited),
    waitedSince: waited.length === 0 ? null : Math.min(...waited.map((i) => i.at)),
  }
  const { act, reason, facts: note, statement } = choice
  const kind = KIND_OF[act]
  if (kind) {
    const until = act === 'warn' || act === 'ban' ? null : choice.until
    const warns = act === 'ban' && choice.warn
    const { identityKey } = deps
    const sanction = { kind, reason, note, until, staff, statement, warns, mailAt: at + UNDO_MS, identityKey, ...cause }
    await endChecks(tx, member, choice, at)
    const decision = await addSanction(tx, member, sanction, at)
    return decision === 'same' ? null : decision
  }
  if (act === 'remove_photo') {
    const photo = await tx.photos.one(choice.photo ?? 0)
    if (photo?.owner !== member) return 'not_found'
    await reviewPhotoIn(tx, photo.id, { approved: false, reason: choice.photoReason, note, ...cause }, { staff, at })
    return (await tx.safety.decisionsAt(member, staff, at)).at(-1)?.id ?? null
  }
  if (act === 'remove_text') {
    const removed = await removeText(tx, member, choice.message)
    if (removed === 'not_found') return 'not_found'
    const row = { userId: member, kind: 'text_removed', reason, note, statement, staff, at, ...cause } as const
    const decision = await tx.safety.addDecision({ ...row, message: choice.message, removedText: removed.text })
    await tx.jobs.add({ kind: 'mail.decision', payload: { decision }, runAt: at + UNDO_MS }, at)
    return decision
  }
  return null
}

/**
 * A person has looked, so what an automatic check decided ends, and what the person decides counts alone [GUARD-4], [GUARD-6].
 * The result of an age check stays only for a member who is found to be a minor, without an end: all others may take a check
 * again, and must before they can contact anyone.
 */
const endChecks = async (tx: Tx, member: number, choice: DecisionChoice, at: number): Promise<void> => {
  const isMinor = findsMinor(choice) && choice.until === null
  for (const flag of await tx.flags.openFlagsOf(member)) {
    if (flag.kind === 'reports' || (flag.kind === 'age' && !isMinor)) await settleFlag(tx, flag, { upheld: false, at })
    if (flag.kind === 'age' && isMinor) await endSanctionOf(tx, flag, 'profile_restricted', at)
  }
}

/** The waiting items that a decision about the member answers. */
const decidedWith = <Item extends Pick<QueueItem, 'kind'>>(items: readonly Item[]): Item[] =>
  items.filter(({ kind }) => kind !== 'appeal' && kind !== 'photo')

const sourceOf = (items: readonly Pick<QueueItem, 'kind'>[]): DecisionSource => {
  if (items.some(({ kind }) => kind === 'report')) return 'report'
  if (items.some(({ kind }) => kind === 'notice')) return 'notice'
  return items.length > 0 ? 'flag' : 'own'
}

/** Whether a report is right; null for a report that was not on the page. */
const isRightIn = ({ judged, photoReason, ...choice }: DecisionRequest, letter: FullLetterRow): boolean | null => {
  const ground = choice.act === 'remove_photo' ? photoReason : choice.reason
  if (judged === undefined) return actsOn(letter, { ...choice, ground })
  if (judged.right.includes(letter.id)) return true
  return judged.wrong.includes(letter.id) ? false : null
}

/** Reporters hear the outcome of what they reported; automatic flags learn whether a person agreed. @returns the number of answered letters */
const closeItems = async (
  tx: Tx,
  { staff, member, choice, at }: { staff: number; member: number; choice: DecisionRequest; at: number },
): Promise<number> => {
  const upheld = choice.act !== 'none'
  const letters = (await tx.safety.openReportsAbout(member)).flatMap((letter) => {
    const isRight = isRightIn(choice, letter)
    return isRight === null ? [] : [{ letter, upheld: upheld && isRight }]
  })
  await endChecks(tx, member, choice, at)
  for (const { letter, upheld: isRight } of letters)
    await closeLetter(tx, letter, { upheld: isRight, text: '', staff, at, mailAt: at + UNDO_MS })
  for (const flag of await tx.flags.openFlagsOf(member)) {
    await tx.flags.answerFlag(flag.id, flag.kind === 'age' ? findsMinor(choice) : upheld, at)
    if (flag.kind !== 'message') continue
    await tx.jobs.add({ kind: 'flag.settle', payload: { flag: flag.id, at }, runAt: at + UNDO_MS }, at)
  }
  return letters.length
}

/** Reverts the caller's decision about a member at `at`, until its statement is sent. */
export const undoCase = ({ write, now }: Needs, staff: number, member: number, at: number): Promise<boolean> =>
  write(async (tx) => {
    const moment = now()
    if (moment >= at + UNDO_MS) return false
    const decisions = await tx.safety.decisionsAt(member, staff, at)
    const closed = (await tx.queue.casesOf(memberSubject(member))).find(
      (row) => row.staff === staff && row.closedAt === at,
    )
    if (!closed) return false
    for (const decision of decisions) {
      if (decision.photo === null) await reverseDecision(tx, decision, { staff, at: moment })
      else await undoRejectionIn(tx, decision.photo, { staff, at: moment })
      await tx.safety.undoDecision(decision.id, moment)
    }
    await tx.safety.reopenReports(member, staff, at)
    for (const flag of await tx.flags.reopenFlags(member, at)) if (flag.kind === 'age') await restoreAgeDoubt(tx, flag)
    if (await tx.safety.restoreLifted(member, at)) await refreshSanction(tx, member, moment)
    if (!(await tx.queue.openCase(memberSubject(member)))) await tx.queue.reopenCase(closed.id)
    const subject = { kind: 'case', id: closed.id } as const
    const before = decisions.map(({ kind }) => kind)
    await tx.audit.add({ staff, act: 'case.undo', subject, before, at: moment })
    tx.deskChanged('queue')
    return true
  })

const STATED_KIND: Partial<Record<DecisionAct, StatedKind>> = {
  ...KIND_OF,
  remove_photo: 'photo_rejected',
  remove_text: 'text_removed',
}

/** The statement as the member will read it, and the same in the language of the desk. */
export const previewOf = async (
  { read }: Pick<Deps, 'read'>,
  member: number,
  choice: DecisionChoice,
  desk: string,
): Promise<{
  language: string
  subject: string
  paragraphs: string[]
  desk_paragraphs: string[]
  reporters: string[]
  more_reporters: number
  warned: number
} | null> => {
  const person = await read.notices.person(member)
  if (!person) return null
  const kind = STATED_KIND[choice.act]
  const stated = kind && {
    kind,
    reason: choice.reason,
    note: choice.facts,
    until: choice.until,
    statement: choice.statement,
    source: sourceOf(decidedWith(await read.queue.itemsOf([memberSubject(member)], Number.MAX_SAFE_INTEGER))),
  }
  const reporters = new Set((await read.safety.openReportsAbout(member)).flatMap(({ userId }) => userId ?? []))
  const named = [...reporters].slice(0, REPORTERS_NAMED)
  return {
    language: person.language,
    subject: serverText(person.language, 'mail.decision.subject'),
    paragraphs: stated ? statementOf(person.language, person.timeZone, stated).map(wordsOf) : [],
    desk_paragraphs: stated ? statementOf(desk, person.timeZone, stated).map(wordsOf) : [],
    reporters: (await read.notices.people(named)).map(({ name }) => name),
    more_reporters: reporters.size - named.length,
    warned: await read.safety.countWrittenTo(member),
  }
}

const wordsOf = (paragraph: Paragraph): string => (typeof paragraph === 'string' ? paragraph : paragraph.text)
