/** Builds mails in the one layout and the reader's language, with the required footer, and hands them to the mailer. */
import type { Preference } from '#contract/entities/member-settings.ts'
import { MailRefused, type Mail, type Mailer } from '../adapters/mail.ts'
import { noteUndeliverable } from '../areas/notices/feedback.ts'
import { wantsMail } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import { unsubscribeLink } from '../areas/notices/unsubscribe.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import { GiveUp } from './loop.ts'
import { mailHtml, mailText, type MailParts } from './mail-page.ts'

/** The content of one mail; this file adds greeting, small print and links. */
export type MailText = Pick<MailParts, 'subject' | 'paragraphs' | 'button' | 'note'>

type Reader = Pick<PersonRow, 'email' | 'language'> & {
  /** Left out if nobody has proved that the address is theirs: no mail repeats a name that a stranger typed. */
  name?: string
}

export type Post = {
  /** Mails that an account needs or that someone asked for: sent whatever preferences say. */
  needed: (
    job: number,
    to: Reader,
    draft: MailText,
    footer?: 'mail.footer.needed' | 'mail.footer.receipt',
  ) => Promise<void>
  /** Mails that a member can switch off. Each has a one-click unsubscribe link (RFC 8058). */
  wanted: (
    job: number,
    to: PersonRow,
    preference: Preference,
    draft: () => MailText | Promise<MailText>,
  ) => Promise<void>
}

export const createPost = (deps: Deps, mailer: Mailer): Post => {
  const site = () => deps.settings().name
  const send = async (mail: Mail): Promise<void> => {
    try {
      await mailer.send({ ...mail, from: senderOf(deps) })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      if (error.isBounce) await deps.write((tx) => noteUndeliverable(tx, mail.to, 'bounce'))
      throw new GiveUp(error.message)
    }
  }
  const shaped = (
    { language, name }: Reader,
    draft: MailText,
    below: Pick<MailParts, 'footer' | 'links'>,
  ): Pick<Mail, 'subject' | 'text' | 'html'> => {
    const hello =
      name === undefined ? serverText(language, 'mail.hello_plain') : serverText(language, 'mail.hello', { name })
    const parts = { site: site(), hello, linkHint: serverText(language, 'mail.link'), ...draft, ...below }
    return { subject: draft.subject, text: mailText(parts), html: mailHtml(language, parts) }
  }

  return {
    needed: async (job, to, draft, footer = 'mail.footer.needed') => {
      const values = { site: site(), support: deps.settings().support_email }
      const below = { footer: serverText(to.language, footer, values) }
      await send({ job, to: to.email, ...shaped(to, draft, below) })
    },

    wanted: async (job, to, preference, draft) => {
      if (!wantsMail(to, preference)) return
      const { language } = to
      const unsubscribe = await unsubscribeLink(deps, to.id, preference)
      const below = {
        footer: serverText(language, 'mail.footer.wanted', { site: site() }),
        links: [
          { text: serverText(language, 'mail.footer.unsubscribe'), url: unsubscribe },
          { text: serverText(language, 'mail.footer.settings'), url: `${publicUrl(deps.env)}/notifications` },
        ],
      }
      await send({ job, to: to.email, unsubscribe, ...shaped(to, await draft(), below) })
    },
  }
}

/** The domain's own sender, else MAIL_FROM with the domain's name for all but the main domain. */
const senderOf = ({ env, settings, domain }: Pick<Deps, 'env' | 'settings' | 'domain'>): string => {
  const { mail_from: own, name } = settings()
  if (own !== '') return own
  const address = /<([^<>]+)>/.exec(env.MAIL_FROM)?.[1] ?? env.MAIL_FROM
  return domain === '' ? env.MAIL_FROM : `"${name.replaceAll(/["\\\r\n]/g, '')}" <${address}>`
}

/** A profile's name in a mail; a fictional profile is marked [SAFE-7]. */
export const markedName = (language: string, { name, fictional }: { name: string; fictional: boolean }): string =>
  fictional ? serverText(language, 'mail.fictional_name', { name }) : name
