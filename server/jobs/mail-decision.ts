/** Mails about a decision of the desk to its member, with effect, reason, end and the way to appeal [DESK-8]. */
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import type { DecisionSource } from '#contract/desk/case.ts'
import { PHOTO_REASONS, type PhotoReason } from '#contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import { houseRuleOf } from '#contract/rules/house-rules.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverDay, serverText, type ServerTextKey } from '../texts.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import { isByCheck } from '../areas/safety/decisions.ts'
import type { SanctionKind } from '../areas/safety/desk.ts'
import type { JobPayload } from './kinds.ts'
import { paragraphsOf } from './mail-letters.ts'
import type { Paragraph } from './mail-page.ts'
import type { Post } from './post.ts'

export type StatedKind = SanctionKind | 'photo_rejected' | 'text_removed'

const EFFECTS: Record<StatedKind, ServerTextKey> = {
  warned: 'mail.decision.warned',
  muted: 'mail.decision.muted',
  profile_restricted: 'mail.decision.restricted',
  suspended: 'mail.decision.suspended',
  banned: 'mail.decision.banned',
  photo_rejected: 'mail.decision.photo',
  text_removed: 'mail.decision.text',
}

/** The effects of decisions that a program may make; each says so, and why. */
const EFFECTS_BY_CHECK: Partial<Record<StatedKind, ServerTextKey>> = {
  muted: 'mail.decision.mutedByCheck',
  profile_restricted: 'mail.decision.restrictedByCheck',
  photo_rejected: 'mail.decision.photoByCheck',
}

/** How the desk came to look, if somebody or a check pointed it out (DSA art. 17.3.b and c). */
const CAUSES: Partial<Record<DecisionSource, ServerTextKey>> = {
  report: 'mail.decision.byReport',
  notice: 'mail.decision.byReport',
  flag: 'mail.decision.byFlag',
}

export const mailDecision =
  (deps: Deps, post: Post) =>
  async ({ decision: id }: JobPayload<'mail.decision'>, job: number): Promise<void> => {
    const decision = await deps.read.safety.decision(id)
    // A decision that has been lifted needs no mail.
    if (!decision || decision.liftedAt !== null || !isEffect(decision.kind)) return
    const person = await deps.read.notices.person(decision.userId)
    if (!person || person.fictional || person.status === 'deleted') return
    const { language, timeZone } = person
    await post.noted(job, proven(person), {
      subject: serverText(language, 'mail.decision.subject'),
      paragraphs: statementOf(
        language,
        timeZone,
        { ...decision, kind: decision.kind, isByCheck: isByCheck(decision) },
        publicUrl(deps.env),
      ),
      button: { text: serverText(language, 'mail.decision.button'), url: decisionsUrl(deps) },
    })
  }

/** Notifies the member that a decision was reversed without an appeal. */
export const mailLifted =
  (deps: Deps, post: Post) =>
  async ({ decision: id }: JobPayload<'mail.lifted'>, job: number): Promise<void> => {
    const decision = await deps.read.safety.decision(id)
    const person = decision && (await deps.read.notices.person(decision.userId))
    if (!person || person.fictional || person.status === 'deleted') return
    const date = serverDay(person.language, decision.at, person.timeZone)
    await post.needed(job, person, {
      subject: serverText(person.language, 'mail.decision.subject'),
      paragraphs: [serverText(person.language, 'mail.decision.lifted', { date })],
    })
  }

/** A check of photos decides about any number of photos of an account that nobody has confirmed. */
const proven = (person: PersonRow): PersonRow & { isProven: boolean } => ({
  ...person,
  isProven: person.status === 'active',
})

const decisionsUrl = ({ env }: Pick<Deps, 'env'>): string => `${publicUrl(env)}/notifications#${DECISIONS_ANCHOR}`

type StatedDecision = {
  kind: StatedKind
  reason: string
  /** The facts, in the member's language. */
  note: string
  until: number | null
  /** The statement as the desk edited it; empty for the template's. */
  statement: string
  source: DecisionSource
  /** A program made it [GUARD-3], [GUARD-4], [GUARD-6]. */
  isByCheck?: boolean
}

/**
 * The paragraphs that a member reads: reason, facts, cause, duration, rule, and the ways to object [DESK-8].
 * @param site the address of the site, for the link to the rule
 */
export const statementOf = (
  language: string,
  timeZone: string | null,
  { kind, reason, note, until, statement, source, isByCheck: isAutomatic = false }: StatedDecision,
  site = '',
): Paragraph[] => [
  ...(statement === ''
    ? [
        serverText(language, (isAutomatic ? EFFECTS_BY_CHECK[kind] : undefined) ?? EFFECTS[kind]),
        serverText(language, 'mail.decision.reason', {
          reason: serverText(language, `value.reason_${reasonOf(reason)}`),
        }),
        ...paragraphsOf(note),
        ...causeOf(language, source, isAutomatic),
        ...(until === null
          ? []
          : [serverText(language, 'mail.decision.until', { date: serverDay(language, until, timeZone) })]),
      ]
    : paragraphsOf(statement)),
  // An edited statement ends with them too.
  ruleOf(language, reason, site),
  serverText(language, 'mail.decision.appeal'),
]

/** The contractual ground that the decision relies on (DSA art. 17(3)(e)). */
const ruleOf = (language: string, reason: string, site: string): Paragraph => {
  const { rule, number, path } = houseRuleOf(reason)
  const title = serverText(language, `safety.rule_${rule}`)
  const text = serverText(language, 'safety.rule', { rule: number === null ? title : `${number}. ${title}` })
  return { text, url: site + path }
}

/** An automatic decision states its cause in the sentence about its effect. */
const causeOf = (language: string, source: DecisionSource, isAutomatic: boolean): string[] => {
  const cause = CAUSES[source]
  return isAutomatic || cause === undefined ? [] : [serverText(language, cause)]
}

const isEffect = (kind: string): kind is StatedKind => kind in EFFECTS

const reasonOf = (reason: string): ReportReason | PhotoReason => REASONS.find((one) => one === reason) ?? 'other'

const REASONS = [...REPORT_REASONS, ...PHOTO_REASONS]
