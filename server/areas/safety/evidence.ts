/**
 * Stores the reported content as it was at the report [DESK-6]: the profile, its photos by their files, and ten
 * messages around the reported one. It stays for 12 months, or longer by hand, whatever the reported member deletes.
 */
import type { SnapshotMessage, SnapshotProfile } from '#contract/desk/case.ts'
import { pairOf, conversationId } from '#contract/rules/conversation-id.ts'
import { EVIDENCE_DAYS, MESSAGES_AROUND } from '#contract/desk/limits.ts'
import { DAY_MS } from '#contract/limits.ts'
import type { Deps, Tx } from '../../deps.ts'
import { ownWords } from '../profile/queries.ts'

type ReportedMember = {
  letter: number
  /** The reported member. */
  member: number
  /** The reporter, or null for a visitor. */
  reporter: number | null
  /** The reported message and the reported photo of the profile. */
  message: number | null
}

type Needs = Pick<Tx, 'account' | 'chat' | 'evidence'>

/** Call this in the transaction of the report. A profile that does not exist leaves no evidence. */
export const storeEvidence = async (tx: Needs, reported: ReportedMember, at: number): Promise<void> => {
  const { letter, member } = reported
  const profile = await profileNow(tx, member)
  if (!profile) return
  const messages = await messagesOf(tx, reported)
  const pictures = [...profile.photos.map(({ hash }) => hash), ...messages.flatMap(({ photo }) => photo ?? [])]
  await tx.evidence.keep(
    {
      letter,
      member,
      takenAt: at,
      heldUntil: at + EVIDENCE_DAYS * DAY_MS,
      legalHold: false,
      profile,
      messages,
    },
    pictures,
  )
}

/** The profile as it is now, or undefined once the account is erased. */
export const profileNow = async (
  queries: Pick<Needs, 'account' | 'evidence'>,
  member: number,
): Promise<SnapshotProfile | undefined> => {
  const own = await queries.account.own(member)
  if (!own || own.user.status === 'deleted') return undefined
  const { user, profile, details } = own
  return {
    name: profile.name,
    gender: profile.gender,
    birth_date: profile.birthDate,
    country: profile.country,
    region: profile.region,
    city: profile.city,
    about_me: ownWords(details),
    language: user.language,
    signup_at: user.signupAt,
    fictional: profile.fictional,
    photos: await queries.evidence.photosToKeep(member),
  }
}

const messagesOf = async (
  { chat, evidence }: Pick<Needs, 'chat' | 'evidence'>,
  { member, reporter, message }: ReportedMember,
): Promise<SnapshotMessage[]> => {
  if (reporter === null) return []
  const conversation = await chat.conversationOf(pairOf(conversationId(member, reporter)))
  if (!conversation) return []
  return message === null
    ? evidence.newestMessages(conversation.id, 2 * MESSAGES_AROUND)
    : evidence.messagesAround(conversation.id, message, MESSAGES_AROUND)
}

/** Sets a legal hold, which has no end, or lifts it. */
export const setLegalHold = (
  { write, now }: Pick<Deps, 'write' | 'now'>,
  letter: number,
  { legalHold, staff, reason }: { legalHold: boolean; staff: number | null; reason: string },
): Promise<'done' | 'same' | 'not_found'> =>
  write(async (tx) => {
    if (!(await tx.evidence.of(letter))) return 'not_found'
    if (!(await tx.evidence.setLegalHold(letter, legalHold))) return 'same'
    const act = legalHold ? 'hold.set' : 'hold.end'
    const subject = { kind: 'letter', id: letter } as const
    await tx.audit.add({ staff, act, subject, reason, at: now() })
    return 'done'
  })

const BATCH = 10

/** Deletes evidence that has reached its end, and its files if nothing else uses them. */
export const endHolds = async ({ read, write, now, safeNow }: Pick<Deps, 'read' | 'write' | 'now' | 'safeNow'>) => {
  for (;;) {
    const ended = await read.evidence.ended(safeNow(), BATCH)
    if (ended.length === 0) return
    await write((tx) =>
      tx.leaving.overwriting(async () => {
        for (const letter of ended) {
          const row = await tx.evidence.of(letter)
          for (const hash of await tx.evidence.drop(letter)) await tx.photos.scheduleDeletion(hash, now())
          if (row && !(await tx.evidence.isHeld(row.member))) await tx.identity.forgetEvidence(row.member)
        }
      }),
    )
  }
}
