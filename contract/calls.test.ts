import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { pathOf } from './call.ts'
import { callOf, calls, matchCall, type CallName } from './calls.ts'
import { namedProfile } from './calls/site.ts'
import { ERROR_STATUS, isErrorCode } from './errors.ts'
import { ClientId, ConversationId, MessageText, Name, Password } from './fields.ts'

const names = Object.keys(calls) as CallName[]
const none = () => null

/** Parts of answers with the name of something else, of the member, or of an error's profile, which the screen shows already. */
const NO_PROFILES = new Set([
  'buyer',
  'cities',
  'companyinfo',
  'drafts',
  'failure',
  'parked',
  'passkeys',
  'regions',
  'seller',
  'settings',
])

type NamedPart = { part: string; isMarked: boolean }

/** The objects with a name in an answer. A schema may contain itself. */
const namedParts = (schema: unknown, part: string, outer: ReadonlySet<unknown> = new Set()): NamedPart[] => {
  if (typeof schema !== 'object' || schema === null || outer.has(schema)) return []
  const inside = new Set(outer).add(schema)
  const { entries, wrapped, item, value, options, items, pipe, getter } = schema as Record<string, unknown>
  const fields = typeof entries === 'object' && entries !== null ? Object.entries(entries) : []
  const fieldNames = new Set(fields.map(([name]) => name))
  const parts = [
    wrapped,
    item,
    value,
    typeof getter === 'function' ? getter({}) : undefined,
    ...[options, items, pipe].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])),
  ]
  return [
    ...(fieldNames.has('name') ? [{ part, isMarked: fieldNames.has('fictional') }] : []),
    ...fields.flatMap(([name, field]) => namedParts(field, `${part}.${name}`, inside)),
    ...parts.flatMap((one) => namedParts(one, part, inside)),
  ]
}

describe('the table of calls', () => {
  test.each(names)('[SAFE-12] %s is found by its own path, with and without .php', (name) => {
    const call = callOf(name)
    const [path = '', query = ''] = pathOf(call, { id: '1', profile: '2', conversation: '1-2' })
      .slice('/api/'.length)
      .split('?')
    const ask = (key: string) => new URLSearchParams(query).get(key)
    expect(matchCall(call.method, path, ask)?.name).toBe(name)
    expect(matchCall(call.method, `${path}.php`, ask)?.name).toBe(name)
  })

  test('a call with a query condition does not match the plain request', () => {
    expect(matchCall('POST', 'user', none)?.name).toBe('user.login')
    expect(matchCall('POST', 'user.php', (key) => (key === 'push' ? '1' : null))?.name).toBe('user.push')
  })

  test('unknown paths and broken escapes match no call', () => {
    for (const path of ['', 'nothing', 'user/1', 'members/', 'members/%E0%A4%A', 'likes/1/2'])
      expect(matchCall('GET', path, none)).toBeNull()
  })

  test('[SAFE-3] every error of a call is in the closed list', () => {
    for (const name of names) for (const error of callOf(name).errors) expect(isErrorCode(error)).toBe(true)
    for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400)
  })

  test('[SAFE-7] every part of an answer that names a profile has the fictional mark', () => {
    const named = names.flatMap((name) => namedParts(callOf(name).response, name))
    expect(named.filter(({ isMarked }) => isMarked).length).toBeGreaterThan(5)
    const unmarked = named.filter(({ isMarked }) => !isMarked).map(({ part }) => part)
    expect(unmarked.filter((part) => !NO_PROFILES.has(part.slice(part.lastIndexOf('.') + 1)))).toEqual([])
  })

  test('[PWA-2] every queued call is a write of a member', () => {
    for (const name of names.filter((name) => callOf(name).offline === 'queued')) {
      expect(callOf(name).who).toBe('member')
      expect(callOf(name).method).not.toBe('GET')
    }
  })
})

describe('fields', () => {
  test('[ACC-2] a name has 3 to 30 characters, does not start with @, and is trimmed', () => {
    expect(v.parse(Name, '  Anna   Maria ')).toBe('Anna Maria')
    for (const bad of ['', 'ab', '@anna', 'x'.repeat(31), 'a\u0000bc']) expect(v.is(Name, bad)).toBe(false)
  })
  test('[ACC-2] a name is not the e-mail address', () => {
    const form = {
      email: 'anna@example.test',
      name: 'ANNA@example.test',
      password: 'a long enough one',
      date_of_birth: '1990-01-01',
      gender: 'female',
      looking_for: 'male',
      consent_sensitive: true,
      country: 'IT',
      countryregion: 'IT-25',
      city: 'IT-25/milano',
      language: 'it',
    }
    const parsed = v.safeParse(calls.signup.body, form)
    expect(parsed.issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([
      ['name', 'name_is_email'],
      ['name', 'name_is_address'],
    ])
    expect(v.is(calls.signup.body, { ...form, name: 'Anna' })).toBe(true)
  })
  test('[ACC-2] a name of 3 or 30 characters is accepted', () => {
    for (const good of ['Ann', 'x'.repeat(30)]) expect(v.is(Name, good)).toBe(true)
  })
  test('[ACC-5] a password has 12 to 128 characters of any kind, and stays as it was typed', () => {
    for (const bad of ['x'.repeat(11), 'x'.repeat(129)]) expect(v.is(Password, bad)).toBe(false)
    for (const good of ['x'.repeat(12), 'x'.repeat(128), ' spaces only ', 'zażółć gęślą', '\t👩‍🚀 <b>"\u0000'])
      expect(v.parse(Password, good)).toBe(good)
  })
  test('[CHAT-2] a text has 1 to 2,000 characters, not only spaces', () => {
    for (const bad of ['', '   \n', 'x'.repeat(2_001), 'a\ud800b']) expect(v.is(MessageText, bad)).toBe(false)
    for (const good of ['x', 'x'.repeat(2_000), 'due\nrighe', '👩‍🚀']) expect(v.is(MessageText, good)).toBe(true)
  })
  test('ids of conversations are ordered pairs, ids of messages are UUIDv7', () => {
    for (const bad of ['2-1', '1-1', '0-1', '1-', 'x-y', `1-${'9'.repeat(17)}`])
      expect(v.is(ConversationId, bad)).toBe(false)
    expect(v.is(ConversationId, '1-2')).toBe(true)
    expect(v.is(ClientId, '0199a3c4-5b6d-7e8f-8a9b-0c1d2e3f4a5b')).toBe(true)
    expect(v.is(ClientId, '0199a3c4-5b6d-4e8f-8a9b-0c1d2e3f4a5b')).toBe(false)
  })
})

test.each([
  ['123', 123],
  [' #123 ', 123],
  ['https://visavis.example/members/123', 123],
  ['http://localhost:3000/members/123/landing2/spring?ref=x', 123],
  ['https://visavis.example/likes/m/7', 7],
  ['/members/7', 7],
  ['members/7#photos', 7],
  ['', null],
  ['0', null],
  ['Anna', null],
  ['https://visavis.example/members', null],
  ['https://visavis.example/chats/7', null],
  ['1234567890123456', null],
])('[SITE-10] “%s” names profile %j', (text, profile) => {
  expect(namedProfile(text)).toBe(profile)
})
