/** The receipt of a complaint [SITE-10], a report or an appeal [SAFE-8]: its number, without the text that was sent. */
import { letterNumber } from '../areas/notices/letter-number.ts'
import type { LetterRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

const TEXTS = {
  complaint: 'mail.receipt.complaint',
  report: 'mail.receipt.report',
  appeal: 'mail.receipt.appeal',
  notice: 'mail.receipt.notice',
} as const

export const mailReceipt =
  (deps: Deps, post: Post) =>
  async ({ letter: id }: JobPayload<'mail.receipt'>, job: number): Promise<void> => {
    const letter = await deps.read.notices.letter(id)
    const reader = letter && (await senderOf(deps, letter))
    if (!reader) return
    const { language, kind } = letter
    const number = letterNumber(letter)
    await post.needed(
      job,
      reader,
      {
        subject: serverText(language, 'mail.receipt.subject', { number }),
        paragraphs: [serverText(language, TEXTS[kind], { number })],
        note: serverText(language, 'mail.receipt.note'),
      },
      'mail.footer.receipt',
    )
  }

/** The sender of a complaint, report or appeal as a reader of mail, or null if no address is left. */
export const senderOf = async (
  { read }: Pick<Deps, 'read'>,
  { userId, email: given, language }: Pick<LetterRow, 'userId' | 'email' | 'language'>,
): Promise<{ email: string; language: LetterRow['language']; name?: string } | null> => {
  const sender = userId === null ? undefined : await read.notices.person(userId)
  const email = given === '' ? sender?.email : given
  if (email === undefined || email === '' || sender?.status === 'deleted') return null
  // Greet by name only if the address is known to be the account's.
  return { email, language, ...(sender?.email === email && sender.status === 'active' ? { name: sender.name } : {}) }
}
