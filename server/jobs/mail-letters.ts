/**
 * The mails about a letter to the desk, in the language it was written in: its receipt, and the desk's answer [SITE-10],
 * [SAFE-8].
 */
import { letterNumber } from '../areas/notices/complain.ts'
import type { LetterRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { serverText, type ServerTextKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'
import { publicUrl } from '../env.ts'

/** A report, notice or appeal also has its outcome in one sentence. A reporter does not learn the sanction. */
type Texts = { receipt: ServerTextKey; answer: ServerTextKey; upheld?: ServerTextKey; dismissed?: ServerTextKey }

const TEXTS: Record<LetterRow['kind'], Texts> = {
  complaint: { receipt: 'mail.receipt.complaint', answer: 'mail.answer.complaint' },
  report: {
    receipt: 'mail.receipt.report',
    answer: 'mail.answer.report',
    upheld: 'mail.answer.reportUpheld',
    dismissed: 'mail.answer.reportDismissed',
  },
  notice: {
    receipt: 'mail.receipt.notice',
    answer: 'mail.answer.notice',
    upheld: 'mail.answer.noticeUpheld',
    dismissed: 'mail.answer.noticeDismissed',
  },
  appeal: {
    receipt: 'mail.receipt.appeal',
    answer: 'mail.answer.appeal',
    upheld: 'mail.answer.appealUpheld',
    dismissed: 'mail.answer.appealDismissed',
  },
}

/** The receipt has the letter's number, without the text that was sent. */
export const mailReceipt =
  (deps: Deps, post: Post) =>
  async ({ letter: id }: JobPayload<'mail.receipt'>, job: number): Promise<void> => {
    const letter = await deps.read.notices.letter(id)
    const reader = letter && (await senderOf(deps, letter))
    if (!reader) return
    const { language, kind } = letter
    const number = letterNumber(letter)
    await post.noted(
      job,
      reader,
      {
        subject: serverText(language, 'mail.receipt.subject', { number }),
        paragraphs: [serverText(language, TEXTS[kind].receipt, { number })],
        note: serverText(language, 'mail.receipt.note'),
      },
      'mail.footer.receipt',
    )
  }

/** The sender of a complaint, report or appeal as a reader of mail, or null if no address is left. */
const senderOf = async (
  { read }: Pick<Deps, 'read'>,
  { userId, email: given, language }: Pick<LetterRow, 'userId' | 'email' | 'language'>,
): Promise<{ email: string; language: LetterRow['language']; name?: string; isProven: boolean } | null> => {
  const sender = userId === null ? undefined : await read.notices.person(userId)
  const email = given === '' ? sender?.email : given
  if (email === undefined || email === '' || sender?.status === 'deleted') return null
  // Greet by name only if the address is known to be the account's.
  const known = sender?.email === email && sender.status === 'active' ? sender : null
  return { email, language, ...(known && { name: known.name }), isProven: known !== null }
}

export const mailAnswer =
  (deps: Deps, post: Post) =>
  async ({ letter: id, at }: JobPayload<'mail.answer'>, job: number): Promise<void> => {
    const letter = await deps.read.notices.letter(id)
    if (!letter || letter.answeredAt === null) return
    // This answer was undone; the next one has a job of its own.
    if (at !== undefined && letter.answeredAt !== at) return
    const reader = await senderOf(deps, letter)
    if (!reader) return
    const { kind, language, upheld, answer } = letter
    const number = letterNumber(letter)
    const outcome = TEXTS[kind][upheld === true ? 'upheld' : 'dismissed']
    const isRight = TEXTS[kind].upheld !== undefined && upheld === true
    await post.needed(
      job,
      reader,
      {
        subject: serverText(language, 'mail.answer.subject', { number }),
        paragraphs: [
          serverText(language, TEXTS[kind].answer, { number }),
          ...(outcome === undefined ? [] : [serverText(language, outcome)]),
          ...paragraphsOf(answer),
        ],
        // A won appeal leaves nothing to disagree with. Whoever reported something learns the redress also where we acted, since it may have
        // been too little for them (DSA, article 16(5)).
        ...(isRight && kind === 'appeal'
          ? {}
          : {
              note: serverText(language, isRight ? 'mail.answer.noteUpheld' : 'mail.answer.note', { number }),
              button: { text: serverText(language, 'mail.answer.button'), url: `${publicUrl(deps.env)}/complaints` },
            }),
      },
      'mail.footer.receipt',
    )
  }

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
