/** Who is debited [PAY-10]: the account and the phone, checked, in one spelling, and as they are shown again. */
import { electronicFormatIBAN, isSEPACountry, isValidIBAN } from 'ibantools'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Without blanks, in capitals; null where it is no account, or not one in the single euro payments area. */
export const ibanOf = (typed: string): string | null => {
  const iban = electronicFormatIBAN(typed)
  return iban !== null && isValidIBAN(iban) && isSEPACountry(iban.slice(0, 2)) ? iban : null
}

/** `IT60 •••• 3456` */
export const shownIban = (iban: string): string => `${iban.slice(0, 4)} •••• ${iban.slice(-4)}`

/** What can get an SMS; a number that costs its caller is never among them. */
const MOBILE = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** E.164. @param country where a number without `+` is from */
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
