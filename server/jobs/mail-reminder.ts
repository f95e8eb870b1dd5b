/** Reminds a member of an unfinished profile or signup; the last reminder says that it is the last. */
import type { ProfilePart } from '#contract/rules/completeness.ts'
import { unfinishedOf, type Unfinished } from '../areas/notices/unfinished.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverList, serverText, type ServerTextKey } from '../texts.ts'
import type { JobPayload } from './kinds.ts'
import type { MailText, Post } from './post.ts'

const PART_WORDS: Record<ProfilePart, ServerTextKey> = {
  photo: 'mail.reminder.photo',
  about_me: 'mail.reminder.about_me',
  city: 'mail.reminder.city',
  interests: 'mail.reminder.interests',
  facts: 'mail.reminder.facts',
}

export const mailReminder =
  (deps: Deps, post: Post) =>
  async ({ member, last }: JobPayload<'mail.reminder'>, job: number): Promise<void> => {
    const person = await deps.read.notices.person(member)
    const unfinished = person && (await unfinishedOf(deps, member))
    // The member finished it after the round.
    if (!unfinished) return
    const { language } = person
    const { paragraphs, ...draft } = draftOf(deps, language, unfinished)
    await post.wanted(job, person, 'reminders', () => ({
      ...draft,
      paragraphs: [...paragraphs, ...(last ? [serverText(language, 'mail.reminder.last')] : [])],
    }))
  }

const draftOf = ({ env, settings }: Deps, language: string, unfinished: Unfinished): MailText => {
  const { name: site } = settings()
  if (unfinished.what === 'signup')
    return {
      subject: serverText(language, 'mail.reminder.signup_subject', { site }),
      paragraphs: [serverText(language, 'mail.reminder.signup_text', { site })],
      button: {
        text: serverText(language, 'mail.reminder.signup_button'),
        url: `${publicUrl(env)}/complete-signup`,
      },
    }
  const parts = serverList(
    language,
    unfinished.parts.map((part) => serverText(language, PART_WORDS[part])),
  )
  return {
    subject: serverText(language, 'mail.reminder.profile_subject', { site }),
    paragraphs: [serverText(language, 'mail.reminder.profile_text', { parts })],
    button: { text: serverText(language, 'mail.reminder.profile_button'), url: `${publicUrl(env)}/profile` },
  }
}
