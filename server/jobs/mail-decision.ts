/** Mails a member a decision about them: its effect, reason, end, and the way to appeal [DESK-8]. */
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverDate, serverText, type ServerTextKey } from '../texts.ts'
import type { SanctionKind } from '../areas/safety/desk.ts'
import { PHOTO_REASONS, type PhotoReason } from '#contract/entities/photo.ts'
import { REPORT_REASONS, type ReportReason } from '#contract/entities/safety.ts'
import type { JobPayload } from './kinds.ts'
import { paragraphsOf } from './mail-answer.ts'
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

export const mailDecision =
  (deps: Deps, post: Post) =>
  async ({ decision: id }: JobPayload<'mail.decision'>, job: number): Promise<void> => {
    const decision = await deps.read.safety.decision(id)
    // A decision that has been lifted needs no mail.
    if (!decision || decision.liftedAt !== null || !isEffect(decision.kind)) return
    const person = await deps.read.notices.person(decision.userId)
    if (!person || person.fictional || person.status === 'deleted') return
    const { language } = person
    await post.needed(job, person, {
      subject: serverText(language, 'mail.decision.subject'),
      paragraphs: statementOf(language, { ...decision, kind: decision.kind, isByCheck: isByPhotoCheck(decision) }),
      button: { text: serverText(language, 'mail.decision.button'), url: `${publicUrl(deps.env)}/notifications` },
    })
  }

type Stated = {
  kind: StatedKind
  reason: string
  /** The facts, in the member's language. */
  note: string
  until: number | null
  /** The statement as the desk edited it; empty for the template's. */
  statement: string
  /** The operator's own check of photos made it [GUARD-3]. */
  isByCheck?: boolean
}

/** The paragraphs that a member reads: rule, facts, duration and the way to appeal [DESK-8]. */
export const statementOf = (
  language: string,
  { kind, reason, note, until, statement, isByCheck = false }: Stated,
): string[] =>
  statement === ''
    ? [
        serverText(language, isByCheck ? 'mail.decision.photoByCheck' : EFFECTS[kind]),
        serverText(language, 'mail.decision.reason', {
          reason: serverText(language, `value.reason_${reasonOf(reason)}`),
        }),
        ...paragraphsOf(note),
        ...(until === null
          ? []
          : [serverText(language, 'mail.decision.until', { date: serverDate(language, until, 'day') })]),
        serverText(language, 'mail.decision.appeal'),
      ]
    : // An edited statement always ends with the way to appeal.
      [...paragraphsOf(statement), serverText(language, 'mail.decision.appeal')]

/** Everybody else who rejects a photo is a member of staff. */
const isByPhotoCheck = ({ kind, staff }: { kind: string; staff: number | null }): boolean =>
  kind === 'photo_rejected' && staff === null

const isEffect = (kind: string): kind is StatedKind => kind in EFFECTS

const reasonOf = (reason: string): ReportReason | PhotoReason => REASONS.find((one) => one === reason) ?? 'other'

const REASONS = [...REPORT_REASONS, ...PHOTO_REASONS]
