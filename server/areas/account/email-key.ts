/** The normal form of an address: one account per address, in any spelling [ACC-4]. */
import { domainToASCII } from 'node:url'

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
