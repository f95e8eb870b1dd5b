/** A complaint, or a notice about a profile [SITE-10]: stored, and acknowledged by mail with a number. */
import type { CallParsed } from '#contract/calls.ts'
import type { Receipt } from '#contract/entities/safety.ts'
import type { Locale } from '#contract/locales.ts'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../http/reply.ts'
import { emailKey } from '../account/email-key.ts'
import { letterNumber } from './letter-number.ts'

type Sender = {
  member: number | null
  /** As `addressOf` tells it. */
  address: string
  /** In which they read the page they wrote on. */
  language: Locale
}

export const complain = async (
  deps: Pick<Deps, 'write' | 'now' | 'rates' | 'domain'>,
  { name, email, text, profile, reason, good_faith }: CallParsed<'complaints.send'>['body'],
  { member, address, language }: Sender,
): Promise<Receipt | Refusal> => {
  // By who writes and by who is written to: a receipt goes to an address that nobody has proved to be theirs.
  const limited = deps.rates('letter', address) ?? deps.rates('letter', emailKey(email))
  if (limited) return limited
  const at = deps.now()
  // Whether there is such a profile is not said: a notice finds nothing out.
  const kind = profile === undefined ? 'complaint' : 'notice'
  const about = profile === undefined ? {} : { profile, reason: reason ?? null, goodFaith: good_faith ?? false }
  const { domain } = deps
  const id = await deps.write(async (tx) => {
    const letter = await tx.notices.addLetter({
      ...about,
      kind,
      userId: member,
      name,
      email,
      language,
      text,
      domain,
      at,
    })
    await tx.jobs.add({ kind: 'mail.receipt', payload: { letter } }, at)
    tx.jobWaits()
    return letter
  })
  return { number: letterNumber({ kind, id }), at }
}
