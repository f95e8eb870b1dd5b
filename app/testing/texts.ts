import { beforeAll, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../state/i18n.ts'

/** For all tests of a file: all texts of the app in English, also without a document. */
export const setUpTexts = (): void =>
  beforeAll(async () => {
    if (typeof document === 'undefined') vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en' } })
    await showLocale('en')
    await loadAllTexts()
  })
