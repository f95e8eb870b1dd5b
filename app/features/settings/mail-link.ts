/** Reads which mail opened the settings from their address [PROF-9]. */
import { PREFERENCES, type Preference } from '#contract/entities/member-settings.ts'

export type MailLink = {
  isFromMail: boolean
  /** The token that stops those mails, also without a login. */
  token: string | null
  /** The subject of the mail, if the link has one. */
  about: Preference | null
}

/** @param search the query, with or without its question mark */
export const mailLinkOf = (search: string): MailLink => {
  const query = new URLSearchParams(search)
  const token = query.get('unsubscribe')
  const about = query.get('about')
  return {
    isFromMail: Boolean(token) || query.get('source') === 'email',
    token: token === '' ? null : token,
    about: PREFERENCES.find((name) => name === about) ?? null,
  }
}
