/** Tells a member ahead that their country asks for a check of the age, from when on, and what is stored of it [GUARD-6]. */
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverDate, serverText } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { Post } from './post.ts'

export const mailAgeCheck =
  (deps: Deps, post: Post) =>
  async ({ member }: JobPayload<'mail.age_check'>, job: number): Promise<void> => {
    const facts = await deps.read.age.ageFacts(member)
    const person = await deps.read.notices.person(member)
    // Meanwhile the member has passed the check, or the country asks no more.
    if (!facts || facts.due === null || !person || person.shownStatus !== 'active') return
    const { language } = person
    await post.needed(job, person, {
      subject: serverText(language, 'mail.age.subject'),
      paragraphs: [
        serverText(language, 'mail.age.text', { date: serverDate(language, facts.due, 'day') }),
        serverText(language, 'mail.age.until'),
        serverText(language, 'mail.age.stored'),
      ],
      button: { text: serverText(language, 'mail.age.button'), url: `${publicUrl(deps.env)}/age` },
    })
  }
