/** One account an address, however it is spelled [ACC-4]. */
import { domainToASCII } from 'node:url'

/**
 * Unicode NFKC and lower case; an international domain as it is looked up (`xn--…`), since browsers send it in either
 * form. What a provider does with dots or a `+` in front of the @ is its own affair.
 */
export const emailKey = (email: string): string => {
  const plain = email.trim().normalize('NFKC').toLowerCase()
  const at = plain.lastIndexOf('@')
  const domain = domainToASCII(plain.slice(at + 1))
  return domain === '' ? plain : `${plain.slice(0, at)}@${domain}`
}

/** Whether mail can find its way there at all. */
export const hasDomain = (email: string): boolean => domainToASCII(emailKey(email).split('@').at(-1) ?? '') !== ''
