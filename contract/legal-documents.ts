/** [ACC-21] The documents that a visitor accepts by joining, and the version of each: its date in ms. */
import type { CompanyInfo } from './entities/money.ts'
import { termsVersion } from './rules/page-values.ts'

export const LEGAL_DOCUMENTS = ['terms', 'privacy'] as const
export type LegalDocument = (typeof LEGAL_DOCUMENTS)[number]

/** Both documents are published together, so they share the date of the terms [SITE-7]. */
export const legalVersions = (company: Pick<CompanyInfo, 'added'>): Record<LegalDocument, number> => ({
  terms: termsVersion(company),
  privacy: termsVersion(company),
})
