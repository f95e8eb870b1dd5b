/** The restrictions of a member, each with its reason and the state of its appeal [SAFE-8]. */
import type { CallParsed } from '#contract/calls.ts'
import { APPEAL_DAYS } from '#contract/desk/limits.ts'
import type { Decision, Receipt } from '#contract/entities/safety.ts'
import { DAY_MS } from '#contract/limits.ts'
import { mayNotAct, type Act } from '#contract/rules/may-act.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { letterNumber } from '../notices/complain.ts'
import { addLetter } from './letter.ts'
import type { DecisionRow, FullLetterRow } from './queries.ts'

/** Decisions in force, and those with an appeal, so that the member can read its answer. */
export const listDecisions = async ({ read, now }: Pick<Deps, 'read' | 'now'>, member: number): Promise<Decision[]> => {
  const appeals = new Map((await read.safety.appealsOf(member)).map((letter) => [letter.decision, letter]))
  return (await read.safety.decisionsOf(member)).flatMap((row) => {
    const appeal = appeals.get(row.id)
    return row.liftedAt === null || appeal ? [decisionFrom(row, appeal, now())] : []
  })
}

/** An appeal is possible for half a year [DESK-9]. */
const isAppealOver = ({ at }: DecisionRow, now: number): boolean => now >= at + APPEAL_DAYS * DAY_MS

const decisionFrom = (row: DecisionRow, appeal: FullLetterRow | undefined, now: number): Decision => ({
  id: row.id,
  kind: row.kind,
  reason: row.reason,
  // An edited statement replaces the template and the facts, in the app as in the mail [DESK-8].
  note: row.statement === '' ? row.note : row.statement,
  by_check: isByCheck(row),
  at: row.at,
  photo: row.photo === null ? null : String(row.photo),
  // A lifted decision is listed because of its appeal, and must not look as if it were in force.
  until: row.liftedAt ?? row.until,
  appeal_over: isAppealOver(row, now),
  appeal: appeal
    ? {
        at: appeal.at,
        text: appeal.text,
        number: letterNumber(appeal),
        answered_at: appeal.answeredAt,
        upheld: appeal.upheld,
        answer: appeal.answer,
      }
    : null,
})

/**
 * Whether a program decided: a check of photos [GUARD-3], three reports [GUARD-4], or a check of the age [GUARD-6]. Everybody
 * else who rejects a photo, or acts on a flag, is a member of staff.
 */
export const isByCheck = ({ kind, staff, source }: Pick<DecisionRow, 'kind' | 'staff' | 'source'>): boolean =>
  staff === null && (kind === 'photo_rejected' || source === 'flag')

/** A member can appeal once against each of their own decisions. */
export const appeal = async (
  { write, now, bus, domain }: Pick<Deps, 'write' | 'now' | 'bus' | 'domain'>,
  caller: Caller,
  decision: number,
  { text }: CallParsed<'decisions.appeal'>['body'],
): Promise<Receipt | Refusal> => {
  const limited = await bus.use('letter', caller.id)
  if (limited) return limited
  return write(async (tx) => {
    const row = await tx.safety.decision(decision)
    if (row?.userId !== caller.id) return refuse('not_found')
    const before = await tx.safety.appealsOf(caller.id)
    if (before.some((letter) => letter.decision === decision)) return refuse('already_appealed')
    // The decision has been lifted, so there is nothing to appeal against.
    if (row.liftedAt !== null) return refuse('not_found')
    if (isAppealOver(row, now())) return refuse('appeal_over')
    await tx.safety.beginAppeal(decision, now())
    return addLetter(tx, { kind: 'appeal', decision, text, photo: row.photo, profile: caller.id }, caller, {
      now,
      domain,
    })
  })
}

/**
 * The check of a waiting push or mail at its sending time: its sender may have been sanctioned since [DESK-7].
 * @param act the act that the push or mail announces
 * @returns false if the sender may not act like this any more
 */
export const mayStillSend = async (
  { read, safeNow }: Pick<Deps, 'read' | 'safeNow'>,
  sender: number,
  act: Act,
): Promise<boolean> => {
  const sanctioned = await read.safety.sanctionOf(sender)
  return sanctioned === undefined || mayNotAct(sanctioned, act, safeNow()) === null
}
