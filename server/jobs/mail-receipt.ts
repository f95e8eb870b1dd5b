/** The receipt of a complaint [SITE-10], a report or an appeal [SAFE-8]: its number, and nothing of what was written. */
import { letterNumber } from '../areas/notices/letter-number.ts'
import type { Deps } from '../deps.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

const TEXTS = {
  complaint: 'mail.receipt.complaint',
  report: 'mail.receipt.report',
  appeal: 'mail.receipt.appeal',
} as const

export const mailReceipt =
  (deps: Deps, post: Post) =>
  async ({ letter: id }: JobPayload<'mail.receipt'>, job: number): Promise<void> => {
    const letter = await deps.read.notices.letter(id)
    if (!letter) return
    const sender = letter.userId === null ? undefined : await deps.read.notices.person(letter.userId)
    const email = letter.email === '' ? sender?.email : letter.email
    if (email === undefined) return
    const { language, kind } = letter
    const number = letterNumber(letter)
    // By name only where the address is known to be the account's.
    const name = sender?.email === email && sender.status === 'active' ? { name: sender.name } : {}
    await post.needed(
      job,
      { email, language, ...name },
      {
        subject: serverText(language, 'mail.receipt.subject', { number }),
        paragraphs: [serverText(language, TEXTS[kind], { number })],
        note: serverText(language, 'mail.receipt.note'),
      },
      'mail.footer.receipt',
    )
  }
