/** The mail with a member's likes and messages of a week. */
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'
import { weekLines } from './week-lines.ts'

export const mailWeekly =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.weekly'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    if (!person) return
    const { lines, path } = await weekLines(deps, person)
    if (lines.length === 0) return
    const { language } = person
    const { name: site } = deps.settings()
    await post.wanted(job, person, 'weekly_updates', () => ({
      subject: serverText(language, 'mail.weekly.subject', { site }),
      paragraphs: [serverText(language, 'mail.weekly.text'), ...lines],
      button: { text: serverText(language, 'mail.weekly.button', { site }), url: `${publicUrl(deps.env)}${path}` },
    }))
  }
