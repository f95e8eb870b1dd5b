/** The payer of a direct debit [PAY-10]: validates and normalises IBAN and phone number, and masks them for display. */
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Without spaces, in capitals; null if it is invalid or outside the Single Euro Payments Area. */
export const ibanOf = (typed: string): string | null => {
  const iban = electronicFormatIBAN(typed)
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null
}

/** `IT60 •••• 3456` */
export const shownIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`

/** Number types that can receive an SMS; premium-rate numbers are never among them. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** E.164. @param country the country of a number without `+` */
export const phoneOf = (typed: string, country: string): string | null => {
  const here = isSupportedCountry(country) ? { defaultCountry: country } : {}
  const phone = parsePhoneNumberFromString(typed, { ...here, extract: false })
  return phone?.isValid() === true && MOBILE.has(phone.getType() ?? '') ? phone.number : null
}

/** `+49 •••• 4711` */
export const shownPhone = (phone: string): string => {
  const code = parsePhoneNumberFromString(phone)?.countryCallingCode ?? ''
  return `+${code} •••• ${phone.slice(-4)}`
}
