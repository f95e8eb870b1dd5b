/** The texts of an announcement for one member: the same for the real messages, a test mail and a preview. */
import { type AnnouncementText, EMPTY_TEXT, isBegun } from '#contract/desk/entities/announcement.ts'
import type { Locale } from '#contract/locales.ts'
import type { MailText } from '../../jobs/post.ts'
import { publicUrl, type Env } from '../../env.ts'
import type { Announcement } from './announcement.ts'

type Texts = Pick<Announcement, 'texts' | 'fallback'>

/** Greeting and footer are in the language of the text, so that a message has one language. */
export const textFor = ({ texts, fallback }: Texts, wanted: Locale): { language: Locale; text: AnnouncementText } => {
  const own = texts[wanted]
  if (isBegun(own)) return { language: wanted, text: own }
  // Only a draft can lack the text of its fallback.
  return { language: fallback, text: texts[fallback] ?? EMPTY_TEXT }
}

export const announcementMail = (
  env: Env,
  { title, mail, button }: AnnouncementText,
  path: string,
): MailText & { subject: string } => ({
  subject: title,
  paragraphs: mail.split(/\n\s*\n/).map((paragraph) => paragraph.trim()),
  button: { text: button, url: `${publicUrl(env)}${path}` },
})

export const announcementPush = ({ title, push }: AnnouncementText): { title: string; body: string } => ({
  title,
  body: push,
})
