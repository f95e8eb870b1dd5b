/** §2 The static pages, and the placeholders in their texts for values of the site [SITE-7]. */
export const PAGES = ['ban', 'cookies', 'faq', 'privacy', 'return-policy', 'safety', 'service', 'terms'] as const
export type PageName = (typeof PAGES)[number]

export const isPageName = (text: string): text is PageName => PAGES.some((name) => name === text)

/** The names of the placeholders, written `{{siteName}}` in the texts (`locales/pages/`). */
export const PAGE_VALUES = [
  'siteName',
  'companyName',
  'companyAddress',
  'companyCity',
  'companyCountry',
  'companyKvk',
  'companyVatNumbers',
  'companyTradenames',
  'supportEmail',
  'supportPhone',
  'supportPhoneLink',
  'termsDate',
  'refundDays',
  'minAge',
  'signupCredits',
  'messageCredits',
  'photoCredits',
  'giftCredits',
  'freePhotos',
  'premiumPhotos',
  'freeConversations',
  'messageDays',
  'deletionDays',
  'fictionalSingular',
  'fictionalPlural',
] as const
type PageValue = (typeof PAGE_VALUES)[number]
export type PageValues = Record<PageValue, string>

const PLACE = /\{\{(\w+)\}\}/g

/** Replaces the placeholders of a text by their values; an unknown placeholder stays. */
export const filled = (text: string, values: Record<string, string>): string =>
  text.replaceAll(PLACE, (place, name: string) => values[name] ?? place)

/** The unknown placeholders of a text; a page that has any is not built. */
export const unknownValues = (text: string): string[] =>
  [...text.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => !PAGE_VALUES.some((one) => one === name))
