/** What the address of the settings says of the mail they were opened from [PROF-9]. */
import { PREFERENCES, type Preference } from '#contract/entities/member-settings.ts'

export type MailLink = {
  isFromMail: boolean
  /** Stops those mails, also for who is not logged in. */
  token: string | null
  /** What the mail was about, where the link says so. */
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
