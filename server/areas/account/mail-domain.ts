/** Disposable addresses are refused at signup and at a change of mail [GUARD-5] (decision 29). */
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { emailKey } from './email-key.ts'

type Lists = Pick<SiteSettings, 'refused_mail_domains' | 'allowed_mail_domains'>

let published: ReadonlySet<string> | undefined

/**
 * A domain counts with its subdomains, and the nearest entry decides: the operator's own lists, then the published one.
 *
 * @param email as typed
 */
export const isDisposable = (email: string, { refused_mail_domains, allowed_mail_domains }: Lists): boolean => {
  published ??= disposableEmailBlocklistSet()
  const key = emailKey(email)
  const labels = key.slice(key.lastIndexOf('@') + 1).split('.')
  for (let first = 0; first < labels.length - 1; first += 1) {
    const domain = labels.slice(first).join('.')
    if (allowed_mail_domains.includes(domain)) return false
    if (refused_mail_domains.includes(domain) || published.has(domain)) return true
  }
  return false
}
