/** Someone complains [SITE-10]: stored, and acknowledged by mail with a number. */
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
  deps: Pick<Deps, 'write' | 'now' | 'rates'>,
  { name, email, text }: CallParsed<'complaints.send'>['body'],
  { member, address, language }: Sender,
): Promise<Receipt | Refusal> => {
  // By who writes and by who is written to: a receipt goes to an address that nobody has proved to be theirs.
  const limited = deps.rates('letter', address) ?? deps.rates('letter', emailKey(email))
  if (limited) return limited
  const at = deps.now()
  const id = await deps.write(async (tx) => {
    const letter = await tx.notices.addLetter({ kind: 'complaint', userId: member, name, email, language, text, at })
    await tx.jobs.add({ kind: 'mail.receipt', payload: { letter } }, at)
    tx.jobWaits()
    return letter
  })
  return { number: letterNumber({ kind: 'complaint', id }), at }
}
