/** A complaint, or a notice about a profile [SITE-10]: stored, and acknowledged by mail with a number. */
import { createHash } from 'node:crypto'
import type { CallParsed } from '#contract/calls.ts'
import type { Receipt } from '#contract/entities/safety.ts'
import type { Locale } from '#contract/locales.ts'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../http/reply.ts'
import { emailKey } from '../account/email-key.ts'
import { mailboxOf } from '../account/mailbox.ts'
import { storeEvidence } from '../safety/evidence.ts'
import type { LetterRow } from './queries.ts'

type Sender = {
  member: number | null
  /** As `addressOf` returns it. */
  address: string
  /** The language of the page with the form. */
  language: Locale
}

export const complain = async (
  deps: Pick<Deps, 'write' | 'now' | 'bus' | 'domain'>,
  { name, email, text, profile, reason, good_faith }: CallParsed<'complaints.send'>['body'],
  { member, address, language }: Sender,
): Promise<Receipt | Refusal> => {
  // Limit by network address and by mailbox: the receipt goes to an e-mail address that is not proven.
  const mail = emailKey(email)
  const limited = (await deps.bus.use('letter', address)) ?? (await deps.bus.use('letter', mailboxOf(mail)))
  if (limited) return limited
  const at = deps.now()
  // Do not check whether the profile exists: a notice must not reveal that.
  const kind = profile === undefined ? 'complaint' : 'notice'
  const about = profile === undefined ? {} : { profile, reason: reason ?? null, goodFaith: good_faith ?? false }
  const { domain } = deps
  const id = await deps.write(async (tx) => {
    const letter = await tx.notices.addLetter({
      ...about,
      kind,
      userId: member,
      name,
      // As accounts store it, so that a letter finds the account with its address.
      email: mail,
      language,
      text,
      domain,
      textGroup: textGroup(text),
      at,
    })
    if (profile !== undefined) await storeEvidence(tx, { letter, member: profile, reporter: null, message: null }, at)
    await tx.jobs.add({ kind: 'mail.receipt', payload: { letter } }, at)
    tx.happened('letter_received', { kind })
    tx.deskChanged('queue')
    return letter
  })
  return { number: letterNumber({ kind, id }), at }
}

/**
 * Groups complaints with the same text [DESK-4]: one text that thousands send takes one row of the queue and one answer.
 * @returns the hash of the text without case, punctuation and spacing, which senders of one text may change
 */
const textGroup = (text: string): string => {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return createHash('sha256').update(words).digest('base64url').slice(0, 22)
}

const MARKS: Record<LetterRow['kind'], string> = { complaint: 'C', report: 'R', appeal: 'A', notice: 'N' }

/** The number on a receipt: the kind of letter and its id. */
export const letterNumber = ({ kind, id }: Pick<LetterRow, 'kind' | 'id'>): string =>
  `${MARKS[kind]}-${String(id).padStart(6, '0')}`
