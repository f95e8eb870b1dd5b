import { describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { anOwnProfile } from '../../testing/factories.ts'
import { personOf } from './member-lander.tsx'

const data = { profile: anOwnProfile({ id: 7 }) }

describe('[SITE-6] the member that a lander shows', () => {
  test('the member, as the server shows them to a visitor', () =>
    expect(personOf({ data, error: null })).toBe(data.profile))

  test('nobody yet', () => expect(personOf({ data: null, error: null })).toBe('waiting'))

  test('nobody if the account is deleted', () =>
    expect(personOf({ data: { profile: anOwnProfile({ exists: false }) }, error: null })).toBeNull())

  test.each(['search_closed', 'not_found', 'blocked', 'server_error'] as const)(
    'nobody after the answer %s, even if the member was shown before',
    (error) => {
      expect(personOf({ data: null, error: { error } })).toBeNull()
      expect(personOf({ data, error: { error } })).toBeNull()
    },
  )

  test('the cached member, without a network', () => {
    const error = { error: 'network_unavailable' as const }
    expect(personOf({ data, error })).toBe(data.profile)
    expect(personOf({ data: null, error })).toBeNull()
  })

  test('never an error, whatever the answer', () => {
    for (const error of Object.keys(ERROR_STATUS) as ErrorCode[])
      expect(personOf({ data: null, error: { error } })).toBeNull()
  })
})
