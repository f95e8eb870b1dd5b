import { describe, expect, test } from 'vitest'
import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { anOwnProfile } from '../../testing/factories.ts'
import { memberShown } from './lander-member.tsx'

const data = { profile: anOwnProfile({ id: 7 }) }

describe('[SITE-6] the member that a lander shows', () => {
  test('the member, as the server shows them to a visitor', () =>
    expect(memberShown({ data, error: null })).toBe(data.profile))

  test('nobody yet', () => expect(memberShown({ data: null, error: null })).toBe('waiting'))

  test('nobody if the account is deleted', () =>
    expect(memberShown({ data: { profile: anOwnProfile({ exists: false }) }, error: null })).toBeNull())

  test.each(['search_closed', 'not_found', 'blocked', 'server_error'] as const)(
    'nobody after the answer %s, even if the member was shown before',
    (error) => {
      expect(memberShown({ data: null, error: { error } })).toBeNull()
      expect(memberShown({ data, error: { error } })).toBeNull()
    },
  )

  test('the cached member, without a network', () => {
    const error = { error: 'network_unavailable' as const }
    expect(memberShown({ data, error })).toBe(data.profile)
    expect(memberShown({ data: null, error })).toBeNull()
  })

  test('never an error, whatever the answer', () => {
    for (const error of Object.keys(ERROR_STATUS) as ErrorCode[])
      expect(memberShown({ data: null, error: { error } })).toBeNull()
  })
})
