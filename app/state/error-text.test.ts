import { expect, test } from 'vitest'
import { errorText } from './error-text.ts'
import { loadAllTexts, loadLocale } from './i18n.ts'

test('[SAFE-6] a limit says in minutes when to try again, and in hours if that is long', async () => {
  await loadLocale('en')
  await loadAllTexts()
  const said = [20, 90 * 60, 90 * 60 + 1, 86_400].map((seconds) =>
    errorText({ error: 'rate_limited', retry_after: seconds }),
  )
  expect(said).toEqual([
    'Too many attempts. Try again in a minute.',
    'Too many attempts. Try again in 90 minutes.',
    'Too many attempts. Try again in 2 hours.',
    'Too many attempts. Try again in 24 hours.',
  ])
})

test('[CHAT-15] a refusal for a raised price names the price of today', async () => {
  await loadLocale('en')
  await loadAllTexts()
  expect(errorText({ error: 'cost_changed', cost: 3 })).toContain('costs 3 credits by now')
})
