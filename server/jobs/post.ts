/** Builds mails in the one layout and the reader's language, with the required footer, and hands them to the mailer. */
import { MAIL_LOCALE_PARAM } from '#contract/device.ts'
import type { Preference } from '#contract/entities/member-settings.ts'
import { MailRefused, type Mail, type Mailer } from '../adapters/mail.ts'
import { beginAttempt, takeBackAttempt, unprovenNotices } from '../areas/account/attempts.ts'
import { noteUndeliverable } from '../areas/notices/feedback.ts'
import { wantsMail } from '../areas/notices/person.ts'
import type { PersonRow } from '../areas/notices/queries.ts'
import { unsubscribeLink } from '../areas/notices/unsubscribe.ts'
import type { Deps } from '../deps.ts'
import { publicUrl } from '../env.ts'
import { serverText } from '../texts.ts'
import { PermanentFailure } from './retries.ts'
import { mailHtml, mailText, type MailParts } from './mail-page.ts'

/** The content of one mail; this file adds greeting, small print and links. */
export type MailText = Pick<MailParts, 'subject' | 'paragraphs' | 'button' | 'note'>

type Reader = Pick<PersonRow, 'email' | 'language'> & {
  /** Left out if nobody has proved that the address is theirs: no mail repeats a name that a stranger typed. */
  name?: string
}

/** A reader of a mail that people cause without writing to the address, such as a receipt. */
type NotedReader = Reader & {
  /** Whether somebody has proven that the address is theirs. */
  isProven: boolean
}

export type Post = {
  /** Mails that an account needs or that someone asked for: sent whatever preferences say. */
  needed: (
    job: number,
    to: Reader,
    draft: MailText,
    footer?: 'mail.footer.needed' | 'mail.footer.receipt',
  ) => Promise<void>
  /** The same for mails that anybody can cause: to an address that nobody has proven, only some a day [SAFE-6]. */
  noted: (job: number, to: NotedReader, draft: MailText, footer?: 'mail.footer.receipt') => Promise<void>
  /** Mails that a member can switch off. Each has a one-click unsubscribe link (RFC 8058). */
  wanted: (
    job: number,
    to: PersonRow,
    preference: Preference,
    draft: () => MailText | Promise<MailText>,
  ) => Promise<void>
  /** A mail as members would get it, to somebody else; its unsubscribe link ends nothing. */
  sample: (job: number, to: Reader, isWanted: boolean, draft: MailText) => Promise<void>
}

type Below = Pick<MailParts, 'footer' | 'links'>

type Site = Pick<Deps, 'settings' | 'env'>

const neededBelow = (
  { settings }: Site,
  language: string,
  footer: 'mail.footer.needed' | 'mail.footer.receipt' = 'mail.footer.needed',
): Below => {
  const { name: site, support_email: support } = settings()
  return { footer: serverText(language, footer, { site, support }) }
}

const wantedBelow = ({ settings, env }: Site, language: string, unsubscribe: string): Below => ({
  footer: serverText(language, 'mail.footer.wanted', { site: settings().name }),
  links: [
    { text: serverText(language, 'mail.footer.unsubscribe'), url: unsubscribe },
    { text: serverText(language, 'mail.footer.settings'), url: `${publicUrl(env)}/notifications` },
  ],
})

type Content = Pick<Mail, 'subject' | 'text' | 'html'>

const shaped = (site: Site, { language, name }: Omit<Reader, 'email'>, draft: MailText, below: Below): Content => {
  const hello =
    name === undefined ? serverText(language, 'mail.hello_plain') : serverText(language, 'mail.hello', { name })
  const linkHint = serverText(language, 'mail.link')
  const inLanguage = <Link extends { url: string }>(link: Link): Link => ({
    ...link,
    url: urlIn(site, language, link.url),
  })
  const parts: MailParts = {
    site: site.settings().name,
    hello,
    linkHint,
    ...draft,
    paragraphs: draft.paragraphs.map((part) => (typeof part === 'string' ? part : inLanguage(part))),
    ...(draft.button ? { button: inLanguage(draft.button) } : {}),
    ...below,
    links: below.links?.map(inLanguage) ?? [],
  }
  return { subject: draft.subject, text: mailText(language, parts), html: mailHtml(language, parts) }
}

/** A link of ours in the language of the mail. A desk may have an address of its own. */
const urlIn = ({ env }: Pick<Site, 'env'>, language: string, address: string): string => {
  const url = new URL(address)
  if (url.origin !== publicUrl(env)) return address
  url.searchParams.set(MAIL_LOCALE_PARAM, language)
  return url.href
}

/**
 * A mail as members would get it.
 * @param isWanted members can switch such mails off, so they have a link for it; here it ends nothing
 */
export const sampleMail = (site: Site, to: Omit<Reader, 'email'>, isWanted: boolean, draft: MailText): Content => {
  const below = isWanted
    ? wantedBelow(site, to.language, `${publicUrl(site.env)}/api/unsubscribe?token=sample`)
    : neededBelow(site, to.language)
  return shaped(site, to, draft, below)
}

export const createPost = (deps: Deps, mailer: Mailer): Post => {
  const send = async (mail: Mail): Promise<void> => {
    try {
      await mailer.send({ ...mail, from: senderOf(deps), replyTo: deps.settings().support_email })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      if (error.isBounce) await deps.write((tx) => noteUndeliverable(tx, mail.to, 'bounce', deps.now()))
      throw new PermanentFailure(error.message)
    }
  }

  const needed: Post['needed'] = async (job, to, draft, footer) =>
    send({ job, to: to.email, ...shaped(deps, to, draft, neededBelow(deps, to.language, footer)) })

  return {
    needed,

    noted: async (job, to, draft, footer) => {
      if (to.isProven) return needed(job, to, draft, footer)
      const counts = unprovenNotices(to.email)
      if ((await beginAttempt(deps, counts)) !== null) return
      try {
        await needed(job, to, draft, footer)
      } catch (error) {
        // The job sends it again, and the mailbox has got nothing: a mail server that is away must not use up the mails of the day.
        if (!(error instanceof PermanentFailure)) await takeBackAttempt(deps, counts)
        throw error
      }
    },

    wanted: async (job, to, preference, draft) => {
      if (!wantsMail(to, preference)) return
      const unsubscribe = await unsubscribeLink(deps, to.id, preference)
      const below = wantedBelow(deps, to.language, unsubscribe)
      await send({ job, to: to.email, unsubscribe, ...shaped(deps, to, await draft(), below) })
    },

    sample: async (job, to, isWanted, draft) => send({ job, to: to.email, ...sampleMail(deps, to, isWanted, draft) }),
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
