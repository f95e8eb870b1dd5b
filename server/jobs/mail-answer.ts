/**
 * The desk's answer to a complaint, report, notice or appeal, mailed to its sender in the language it was written in
 * [SITE-10], [SAFE-8].
 */
import { letterNumber } from '../areas/notices/letter-number.ts'
import type { LetterRow } from '../areas/notices/queries.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText, type ServerTextKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import { senderOf } from './mail-receipt.ts'
import type { Post } from './post.ts'

/**
 * The outcome in one sentence; a complaint's answer has only the desk's text. A reporter does not learn the sanction.
 */
const OUTCOMES: Record<Exclude<LetterRow['kind'], 'complaint'>, { upheld: ServerTextKey; dismissed: ServerTextKey }> = {
  report: { upheld: 'mail.answer.reportUpheld', dismissed: 'mail.answer.reportDismissed' },
  notice: { upheld: 'mail.answer.noticeUpheld', dismissed: 'mail.answer.noticeDismissed' },
  appeal: { upheld: 'mail.answer.appealUpheld', dismissed: 'mail.answer.appealDismissed' },
}

const INTROS: Record<LetterRow['kind'], ServerTextKey> = {
  complaint: 'mail.answer.complaint',
  report: 'mail.answer.report',
  notice: 'mail.answer.notice',
  appeal: 'mail.answer.appeal',
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
    const outcome = kind === 'complaint' ? null : OUTCOMES[kind][upheld === true ? 'upheld' : 'dismissed']
    await post.needed(
      job,
      reader,
      {
        subject: serverText(language, 'mail.answer.subject', { number }),
        paragraphs: [
          serverText(language, INTROS[kind], { number }),
          ...(outcome === null ? [] : [serverText(language, outcome)]),
          ...paragraphsOf(answer),
        ],
        note: serverText(language, 'mail.answer.note', { number }),
        button: { text: serverText(language, 'mail.answer.button'), url: `${publicUrl(deps.env)}/complaints` },
      },
      'mail.footer.receipt',
    )
  }

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
