import { beforeAll, expect, test } from 'vitest'
import { errorText, storedRefusalText } from './error-text.ts'
import { weekdayTimeOf } from './format.ts'
import { loadAllTexts, loadLocale, t } from './i18n.ts'
import { putAnswer } from './resource.ts'
import { aUser } from '../testing/factories.ts'

beforeAll(async () => {
  await loadLocale('en')
  await loadAllTexts()
})

test('[SAFE-6] a limit says in minutes when to try again, and in hours if that is long', () => {
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

test.each(['account_blocked', 'address_blocked'] as const)(
  '[ACC-8] %s says how long in the form of its number, and in hours what lasts most of a day',
  (error) => {
    const said = [1, 15, 90, 91, 1_440].map((minutes) => errorText({ error, minutes }))
    expect(said.map((text) => /\w+ \w+$/.exec(text)?.[0])).toEqual([
      'one minute',
      '15 minutes',
      '90 minutes',
      '2 hours',
      '24 hours',
    ])
  },
)

test('[CHAT-15] a refusal for a raised price names the price of today', async () => {
  await loadLocale('en')
  await loadAllTexts()
  expect(errorText({ error: 'cost_changed', cost: 3 })).toContain('more credits by now than was shown: 3')
})

test('[GUARD-2] the limit of new conversations says when the next one may begin, if the server has said it', () => {
  const time = Date.parse('2026-06-16T09:30:00')
  const refusal = { error: 'new_conversation_limit', limit: 5 } as const
  expect(errorText({ ...refusal, opens_at: time })).toContain(weekdayTimeOf(time))
  expect(errorText(refusal)).toBe(t('error.new_conversation_limit', { count: 5 }))
  expect(errorText({ ...refusal, limit: 1 })).toContain('one new chat in')
})

const suspendedWords = (sanctioned: boolean): string => {
  putAnswer('user.get', {}, { user: aUser({ sanctioned }), counts: null })
  return storedRefusalText({ error: 'account_suspended' })
}

test('[DESK-8] a stored refusal of a suspended account speaks of the past once the account is free again', () => {
  expect([true, false].map(suspendedWords)).toEqual([t('error.account_suspended'), t('ui.restrictedThen')])
  const untilNow = aUser({ sanctioned: true, sanctioned_until: Date.now() - 1 })
  putAnswer('user.get', {}, { user: untilNow, counts: null })
  expect(storedRefusalText({ error: 'begin_restricted' }), 'it ended by itself').toBe(t('ui.restrictedThen'))
  putAnswer('user.get', {}, { user: { ...untilNow, sanctioned_until: Date.now() + 60_000 }, counts: null })
  expect(storedRefusalText({ error: 'begin_restricted' })).toBe(t('error.begin_restricted'))
  expect(storedRefusalText({ error: 'not_enough_credits' })).toBe(t('error.not_enough_credits'))
})
