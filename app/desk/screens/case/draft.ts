/** Unsent decisions, one a case. A draft outlives the screen, so that a person can look something up and come back. */
import { signal } from '@preact/signals-react'
import type { DeskInput } from '#contract/desk/calls.ts'
import { actsOn, type Case } from '#contract/desk/case.ts'
import type { QueueItem } from '#contract/desk/queue.ts'
import { SEVERITIES } from '#contract/desk/severity.ts'
import { PHOTO_REASONS, type PhotoReason } from '#contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import { DAY_MS } from '#contract/limits.ts'

/** The choices by their keys 1 to 7. */
export const CHOICES = ['none', 'warn', 'remove', 'mute', 'restrict', 'suspend', 'ban'] as const
export type DecisionChoice = (typeof CHOICES)[number]

/** The durations that can be chosen, and the one that is chosen first, in days. */
export const DURATIONS = [1, 7, 30, 90] as const
export const USUAL_DAYS = 7

export type DecisionDraft = {
  choice: DecisionChoice | null
  /** For `remove`: `text`, `message:<id>` or `photo:<id>`. */
  target: string
  reason: ReportReason
  photoReason: PhotoReason
  facts: string
  /** Null for no end. */
  days: number | null
  /** The edited statement, or null for the template's. */
  statement: string | null
  /** Null until somebody has ticked or cleared the box. */
  warn: boolean | null
  /** Groups of reports that somebody has ticked or cleared. */
  judged: Readonly<Record<string, boolean>>
}

const drafts = signal<ReadonlyMap<string, DecisionDraft>>(new Map())

export const draftAt = (key: string): DecisionDraft | undefined => drafts.value.get(key)

/** @param draft null removes it */
export const storeDraft = (key: string, draft: DecisionDraft | null): void => {
  const next = new Map(drafts.peek())
  if (draft === null) next.delete(key)
  else next.set(key, draft)
  drafts.value = next
}

/** An empty draft with the reason of the most severe item. */
export const firstDraft = ({ items, evidence }: Pick<Case, 'items' | 'evidence'>): DecisionDraft => {
  const reported: (string | null)[] = items
    .toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity))
    .map(({ kind, reason }) => (kind === 'age' ? 'minor' : reason))
  const message = evidence.find((one) => one.message !== null)?.message ?? null
  return {
    choice: null,
    target: message === null ? 'text' : `message:${message}`,
    reason: firstOf(REPORT_REASONS, reported) ?? 'other',
    photoReason: firstOf(PHOTO_REASONS, reported) ?? 'other',
    facts: '',
    days: USUAL_DAYS,
    statement: null,
    warn: null,
    judged: {},
  }
}

const firstOf = <Code extends string>(codes: readonly Code[], reported: readonly (string | null)[]): Code | undefined =>
  reported.flatMap((reason) => codes.find((one) => one === reason) ?? [])[0]

export const removesPhoto = ({ choice, target }: DecisionDraft): boolean =>
  choice === 'remove' && target.startsWith('photo:')

export const hasDuration = (choice: DecisionChoice | null): choice is 'mute' | 'restrict' | 'suspend' =>
  choice === 'mute' || choice === 'restrict' || choice === 'suspend'

/** A ban for fraud warns everybody the member wrote to, unless the box is cleared [DESK-10]. */
export const warnsOthers = ({ choice, reason, warn }: DecisionDraft): boolean =>
  choice === 'ban' && (warn ?? reason === 'scam')

/** A decision states its facts [DESK-8]. Closing reports as unfounded needs none, because the member hears nothing. */
export const lacksFacts = ({ choice, facts }: DecisionDraft): boolean =>
  choice !== null && choice !== 'none' && facts.trim() === ''

type Body = DeskInput<'case.decide'>['body']

/** Waiting reports and notices with one reason, and whether they are right about what the decision is about. */
export type ReportGroup = { key: string; reason: string; letters: readonly QueueItem[]; isRight: boolean }

export const reportGroups = (
  draft: DecisionDraft,
  { items, evidence }: Pick<Case, 'items' | 'evidence'>,
): ReportGroup[] => {
  const body = bodyOf(draft, 0)
  if (body === null) return []
  const { act, reason = 'other', photo_reason = 'other', message = null, photo = null } = body
  const decision = { act, ground: act === 'remove_photo' ? photo_reason : reason, message, photo }
  const groups = new Map<string, ReportGroup>()
  for (const item of items) {
    if (item.kind !== 'report' && item.kind !== 'notice') continue
    const subject = evidence.find(({ letter }) => letter === item.id)
    const fits = actsOn(
      { reason: item.reason, message: subject?.message ?? null, photo: subject?.photo ?? null },
      decision,
    )
    const key = `${item.reason ?? 'other'} ${fits}`
    const letters = [...(groups.get(key)?.letters ?? []), item]
    groups.set(key, { key, reason: item.reason ?? 'other', letters, isRight: draft.judged[key] ?? fits })
  }
  return [...groups.values()]
}

/** The reports and notices of the case that the decision finds right and wrong. */
export const judgedLetters = (draft: DecisionDraft, data: Case): Required<Pick<Body, 'right' | 'wrong'>> => {
  const groups = reportGroups(draft, data)
  const idsOf = (isRight: boolean) =>
    groups.filter((group) => group.isRight === isRight).flatMap(({ letters }) => letters.map(({ id }) => id))
  return { right: idsOf(true), wrong: idsOf(false) }
}

/** The body of the call, or null before a choice. */
export const bodyOf = (draft: DecisionDraft, now: number): Body | null => {
  const { choice, target, reason, photoReason, facts, days, statement } = draft
  if (choice === null) return null
  const id = Number(target.split(':')[1] ?? '')
  const until = hasDuration(choice) && days !== null ? now + days * DAY_MS : null
  const common = { reason, facts, until, statement: statement ?? '' }
  if (removesPhoto(draft)) return { ...common, act: 'remove_photo', photo: id, photo_reason: photoReason }
  if (choice === 'remove') return { ...common, act: 'remove_text', ...(target === 'text' ? {} : { message: id }) }
  return { ...common, act: choice, warn: warnsOthers(draft) }
}
