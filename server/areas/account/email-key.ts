/** One account an address, however it is spelled [ACC-4]. */
import { domainToASCII } from 'node:url'

/**
 * Unicode NFKC and lower case; an international domain as it is looked up (`xn--…`), since browsers send it in either
 * form. What a provider does with dots or a `+` in front of the @ is its own affair.
 */
export const emailKey = (email: string): string => {
  const typed = email.trim()
  const at = typed.lastIndexOf('@')
  const mailbox = plain(typed.slice(0, at))
  // The domain has rules of its own about upper case.
  const domain = domainOf(typed)
  return `${mailbox}@${domain === '' ? plain(typed.slice(at + 1)) : domain}`
}

/** Whether mail can find its way there at all. */
export const hasDomain = (email: string): boolean => domainOf(email) !== ''

const domainOf = (email: string): string => domainToASCII(email.trim().slice(email.trim().lastIndexOf('@') + 1))

const plain = (text: string): string => text.normalize('NFKC').toLowerCase()
