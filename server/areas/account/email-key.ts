/** E-mail addresses: the normal form, one account per address in any spelling [ACC-4], and disposable domains. */
import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import type { SiteSettings } from '#contract/entities/site-settings.ts'

/**
 * Unicode NFKC and lower case. An international domain becomes its ASCII form (`xn--…`), because browsers send either
 * form. Dots and a `+` before the @ stay: each provider has its own rule for them.
 */
export const emailKey = (email: string): string => {
  const typed = email.trim()
  const at = typed.lastIndexOf('@')
  const mailbox = plain(typed.slice(0, at))
  // Domains have their own rules for upper case.
  const domain = domainOf(typed)
  return `${mailbox}@${domain === '' ? plain(typed.slice(at + 1)) : domain}`
}

/** Whether the domain is a possible one. */
export const hasDomain = (email: string): boolean => domainOf(email) !== ''

const domainOf = (email: string): string => domainToASCII(email.trim().slice(email.trim().lastIndexOf('@') + 1))

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

type Lists = Pick<SiteSettings, 'refused_mail_domains' | 'allowed_mail_domains'>

let published: ReadonlySet<string> | undefined

/**
 * Disposable addresses are refused at signup and at a change of mail [GUARD-5] (decision 29). A domain counts with its
 * subdomains, and the nearest entry decides: the operator's own lists, then the published one.
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
