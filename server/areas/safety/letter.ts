/** Stores a member's letter to the desk, and acknowledges it with a number, in the answer and by mail. */
import type { Receipt } from '#contract/entities/safety.ts'
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import type { Deps, Tx } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { letterNumber } from '../notices/complain.ts'
import { storeEvidence } from './evidence.ts'

type NewLetter = Omit<Parameters<Tx['notices']['addLetter']>[0], 'at' | 'language' | 'userId' | 'id' | 'domain'>

export const addLetter = async (
  tx: Pick<Tx, 'account' | 'chat' | 'evidence' | 'notices' | 'jobs' | 'happened' | 'deskChanged'>,
  letter: NewLetter,
  { id: userId, language: spoken }: Pick<Caller, 'id' | 'language'>,
  { now, domain }: Pick<Deps, 'now' | 'domain'>,
): Promise<Receipt> => {
  const at = now()
  const language = LOCALES.find((locale) => locale === spoken) ?? DEFAULT_LOCALE
  const id = await tx.notices.addLetter({ ...letter, userId, language, domain, at })
  if (letter.kind === 'report' && letter.profile)
    await storeEvidence(
      tx,
      { letter: id, member: letter.profile, reporter: userId, message: letter.message ?? null },
      at,
    )
  await tx.jobs.add({ kind: 'mail.receipt', payload: { letter: id } }, at)
  tx.happened('letter_received', { kind: letter.kind })
  tx.deskChanged('queue')
  return { number: letterNumber({ kind: letter.kind, id }), at }
}
