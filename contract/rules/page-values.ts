/** Computes the values of the static pages' placeholders from the site's settings, in a language. */
import type { CompanyInfo } from '../entities/money.ts'
import type { Settings } from '../entities/settings.ts'
import { CONVERSATIONS_FREE, PHOTOS_FREE, PHOTOS_PREMIUM, REACTIVATION_DAYS } from '../limits.ts'
import type { Locale } from '../locales.ts'
import type { PageValues } from '../pages.ts'

/** §9 2023-12-01 12:00 UTC. */
const TERMS_AT = Date.UTC(2023, 11, 1, 12)

/** [SITE-7] The version of the terms: this date, or the company's date if that is later. */
export const termsVersion = ({ added }: Pick<CompanyInfo, 'added'>): number => Math.max(TERMS_AT, added)

/** §9 [SITE-8] A phone number for a `tel:` link: without dashes and spaces. */
export const phoneLink = (phone: string): string => phone.replaceAll(/[\p{Dash}\s]/gu, '')

export const pageValues = (settings: Settings, company: CompanyInfo, locale: Locale): PageValues => {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const number = new Intl.NumberFormat(locale)
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return {
    siteName: settings.name,
    companyName: company.name,
    companyAddress: company.address,
    companyCity: company.city,
    companyCountry: countries.of(company.country) ?? company.country,
    companyKvk: company.kvk,
    companyVatNumbers: list.format(company.vat_numbers),
    companyTradenames: list.format(company.tradenames),
    supportEmail: settings.support_email,
    supportPhone: settings.support_phone,
    supportPhoneLink: phoneLink(settings.support_phone),
    termsDate: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(termsVersion(company)),
    refundDays: number.format(settings.refund_days),
    minAge: number.format(settings.min_age),
    signupCredits: number.format(settings.signup_credits),
    messageCredits: number.format(settings.message_credits),
    photoCredits: number.format(settings.photo_credits),
    giftCredits: number.format(settings.gift_credits),
    freePhotos: number.format(PHOTOS_FREE),
    premiumPhotos: number.format(PHOTOS_PREMIUM),
    freeConversations: number.format(CONVERSATIONS_FREE),
    messageDays: number.format(settings.message_days),
    deletionDays: number.format(REACTIVATION_DAYS),
    fictionalSingular: settings.fictional_singular,
    fictionalPlural: settings.fictional_plural,
  }
}

/** [ACC-21] The documents that a visitor accepts by joining, and the version of each: its date in ms. */
export const LEGAL_DOCUMENTS = ['terms', 'privacy'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

/** Both documents are published together, so they share the date of the terms [SITE-7]. */
export const legalVersions = (company: Pick<CompanyInfo, 'added'>): Record<LegalDocument, number> => ({
  terms: termsVersion(company),
  privacy: termsVersion(company),
})
