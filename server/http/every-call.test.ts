/** Rules for every call, tested over the table of calls: a new call is covered automatically. */
import fc from 'fast-check'
import * as v from 'valibot'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pathOf, type Call } from '#contract/call.ts'
import { callOf, calls, type CallName, isServerCall, type ServerCall } from '#contract/calls.ts'
import { MEMBER_HEADER, REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import { isErrorCode, isFieldError } from '#contract/errors.ts'
import type { TestMember } from '../testing/members.ts'
import { rawRequest, lateBody } from '../testing/raw-request.ts'
import { sampleInputs } from '../testing/sample-inputs.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }
type Answer = { status: number; json: Record<string, unknown> }

/** `npm run test:long` sets FUZZ=large. */
const manyIfLarge = (runs: number): number => (process.env['FUZZ'] === 'large' ? 10 * runs : runs)

const NAMES = Object.keys(calls).filter(isServerCall)

let server: TestServer
let free: TestMember
let paying: TestMember
let samples: Record<ServerCall, Parts>

const open = async (): Promise<void> => {
  server = await createTestServer()
  free = await server.signUp('Free')
  paying = await server.signUp('Paying', { paid: true })
  samples = sampleInputs(free.id, paying.id) as Record<ServerCall, Parts>
}
const close = (): Promise<void> => server.close()

const urlOf = (name: CallName, { params, query }: Parts, php = false): string => {
  const [path = '', when] = pathOf(callOf(name), params).split('?')
  const search = new URLSearchParams(query)
  if (when !== undefined) search.append(...(when.split('=') as [string, string]))
  return `http://localhost${path}${php ? '.php' : ''}${search.size === 0 ? '' : `?${search.toString()}`}`
}

type Send = {
  cookie?: string | undefined
  headers?: Record<string, string>
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream
  php?: boolean
}

const send = async (name: CallName, parts: Parts, { cookie, headers, raw, php }: Send = {}): Promise<Answer> => {
  const call = callOf(name)
  const body = raw ?? (call.body ? JSON.stringify(parts.body) : call.upload ? NO_FILE : undefined)
  const [type] = call.upload?.types ?? []
  const { status, text } = await rawRequest(server.app, urlOf(name, parts, php), {
    method: call.method,
    headers: {
      [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
      ...(cookie === undefined ? {} : { cookie }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status, json: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

const hasBody = ({ body, upload }: Call) => body !== undefined || upload !== undefined

/** The body of an upload in tests that do not care about the file. */
const NO_FILE = new Uint8Array([0xff, 0xd8, 0xff])

const ROLES = ['visitor', 'member', 'premium'] as const
type Role = (typeof ROLES)[number]
const cookieOf = (role: Role): string | undefined =>
  ({ visitor: undefined, member: free.cookie, premium: paying.cookie })[role]

const refusalOf = ({ status, json }: Answer): unknown[] => [status, json['error']]

/** Headers of a request from another site: its origin, an opaque one, and what a browser says where it sends no origin. */
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://elsewhere.test', host: 'localhost' },
  { origin: 'null', host: 'localhost' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

describe('a call that is let in', () => {
  beforeEach(open)
  afterEach(close)

  describe.each(NAMES)('%s', (name) => {
    const call = callOf(name)
    const allowed = new Set(ROLES.filter((role) => ROLES.indexOf(role) >= ROLES.indexOf(call.who)))

    test('[SAFE-2] is open to its roles, premium members included, and to nobody else', async () => {
      for (const role of ROLES) {
        const answer = await send(name, samples[name], { cookie: cookieOf(role) })
        const isLetIn = answer.json['error'] !== 'authentication_required'
        expect([role, isLetIn]).toEqual([role, allowed.has(role)])
        expect(answer.status).toBeLessThan(500)
      }
    })

    test('returns only refusals of the table', async () => {
      const { json } = await send(name, samples[name], { cookie: free.cookie })
      // These refusals are for well-formed input that only the server knows to be wrong: a password, a place.
      expect([undefined, 'invalid_input', ...call.errors]).toContain(json['error'])
    })

    test('[SAFE-12] also has a path that ends with .php', async () => {
      const plain = await send(name, samples[name], { cookie: free.cookie })
      // A repeated write (a signup, a message) gets the same answer again.
      const php = await send(name, samples[name], { cookie: free.cookie, php: true })
      expect(refusalOf(php)).toEqual(refusalOf(plain))
    })

    test('[SAFE-3] malformed input is 400 with a named error, never 500', async () => {
      let malformed = 0
      await fc.assert(
        fc.asyncProperty(spoiled(name, samples[name]), async (parts) => {
          const { status, json } = await send(name, parts, { cookie: paying.cookie })
          expect(status).toBeLessThan(500)
          // An empty parameter, or one with a slash, is another path.
          if (!isMalformed(name, parts) || (call.params && json['error'] === 'not_found')) return true
          malformed += 1
          const codes = Object.values(json['fields'] ?? {})
          return status === 400 && json['error'] === 'invalid_input' && codes.length > 0 && codes.every(isFieldError)
        }),
        { seed: 20_260_615, numRuns: manyIfLarge(80) },
      )
      expect(malformed > 0).toBe(call.params !== undefined || call.query !== undefined || call.body !== undefined)
    })

    test('[SAFE-3] every input gets an answer of the table', async () => {
      const anything = fc.record({
        params: fc.constant(samples[name].params ?? {}),
        query: fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { maxKeys: 4 }),
        body: fc.jsonValue(),
      })
      await fc.assert(
        fc.asyncProperty(anything, async (parts) => {
          const { status, json } = await send(name, parts, { cookie: paying.cookie })
          expect(status < 400 || (status < 500 && isErrorCode(json['error']))).toBe(true)
        }),
        { seed: 7, numRuns: manyIfLarge(12) },
      )
    })
  })

  describe.each(NAMES.filter((name) => callOf(name).body !== undefined))('%s', (name) => {
    test('[SAFE-12] a form-encoded body gets the same answer as the same body in JSON', async () => {
      const { body } = samples[name]
      const json = await send(name, samples[name], { cookie: free.cookie })
      // The second call is a repeat with the same answer; a signup or a login may end the first session.
      const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
      const form = await send(name, samples[name], { cookie: free.cookie, headers, raw: formOf(body) })
      expect(refusalOf(form)).toEqual(refusalOf(json))
    })

    test('[SAFE-12] an empty body is an empty object', async () => {
      const empty = await send(name, { ...samples[name], body: {} }, { cookie: free.cookie })
      const none = await send(name, samples[name], { cookie: free.cookie, raw: '' })
      expect(refusalOf(none)).toEqual(refusalOf(empty))
    })
  })

  describe.each(NAMES.filter((name) => callOf(name).upload?.types.includes('image/jpeg') === true))('%s', (name) => {
    const { bytesMax, types } = callOf(name).upload ?? { bytesMax: 0, types: [] }
    const sendFile = async (raw: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
      const answer = await send(name, samples[name], { cookie: free.cookie, raw, headers })
      expect(callOf(name).errors).toContain(answer.json['error'])
      return answer
    }

    test('[SAFE-3] any bytes under any type are 4xx with an error of the table, never 500', async () => {
      const signature = fc.constantFrom(
        '',
        '\u00ff\u00d8\u00ff',
        '\u0089PNG\r\n\u001a\n',
        'RIFF\u0010\u0000\u0000\u0000WEBPVP8 ',
        '    ftypheic',
        'GIF89a',
        '<svg',
      )
      const file = fc
        .tuple(signature, fc.uint8Array({ maxLength: 600 }))
        .map(([start, bytes]) => new Uint8Array([...Buffer.from(start, 'latin1'), ...bytes]))
      await fc.assert(
        fc.asyncProperty(file, fc.constantFrom(...types, 'text/html', 'multipart/form-data', ''), async (raw, type) => {
          const { status } = await sendFile(raw, { 'content-type': type })
          expect(status >= 400 && status < 500).toBe(true)
        }),
        { seed: 11, numRuns: manyIfLarge(50) },
      )
    })

    test('[SAFE-3] a file that is empty, of another type, or too large, with or without a content length, is refused', async () => {
      expect((await sendFile(new Uint8Array())).status).toBe(415)
      expect(refusalOf(await sendFile(NO_FILE, { 'content-type': 'application/json' }))).toEqual([415, 'photo_type'])
      const large = new Uint8Array(bytesMax + 1)
      for (const headers of [{ 'content-length': String(large.length) }, {}])
        expect(refusalOf(await sendFile(large, headers))).toEqual([413, 'photo_too_large'])
      expect(server.sql('select count(*) as n from photos')).toEqual([{ n: 0 }])
    })
  })
})

// Each of these requests is refused before it changes anything, so they share a server.
describe('a call that is refused at the door', () => {
  beforeAll(open)
  afterAll(close)

  describe.each(NAMES.filter((name) => callOf(name).method !== 'GET' || name === 'logout'))('%s', (name) => {
    test('[SAFE-4] is refused from another site', async () => {
      for (const headers of FOREIGN) {
        const { status, json } = await send(name, samples[name], { cookie: free.cookie, headers })
        expect([headers, status, json]).toEqual([headers, 403, { error: 'foreign_origin' }])
      }
      expect(server.sql('select count(*) as n from sessions')).toEqual([{ n: 2 }])
    })
  })

  describe('[PWA-11] a call in the name of another member', () => {
    test.each(NAMES.filter((name) => callOf(name).who !== 'visitor'))('%s is refused', async (name) => {
      const headers = { [MEMBER_HEADER]: '999999' }
      const { status, json } = await send(name, samples[name], { cookie: paying.cookie, headers })
      expect([status, json]).toEqual([403, { error: 'authentication_required' }])
    })
  })

  describe('[ACC-16] a call whose body arrives after its session has ended', () => {
    const asMember = NAMES.filter((name) => callOf(name).who !== 'visitor' && hasBody(callOf(name)))
    test.each(asMember)('%s is refused', async (name) => {
      const late = lateBody(JSON.stringify(samples[name].body ?? 'a photo'))
      const answer = send(name, samples[name], { cookie: free.cookie, raw: late.body })
      await late.isAwaited
      server.sql('update sessions set revoked_at = 1 where user_id = ?', free.id)
      late.arrive()
      const { status, json } = await answer
      server.sql('update sessions set revoked_at = null where user_id = ?', free.id)
      expect([status, json]).toEqual([403, { error: 'authentication_required', revoked: true }])
    })
  })

  describe('[SAFE-4] a call without the request-type header', () => {
    test.each(NAMES.filter((name) => callOf(name).path === 'user'))('%s is refused', async (name) => {
      const headers = { [REQUEST_TYPE_HEADER]: '' }
      const { status, json } = await send(name, samples[name], { cookie: free.cookie, headers })
      expect([status, json]).toEqual([400, { error: 'request_type_missing' }])
    })
  })

  describe.each(NAMES.filter((name) => callOf(name).body !== undefined))('%s', (name) => {
    test('[SAFE-3] malformed JSON is refused', async () => {
      for (const raw of ['{', '[', 'nonsense', '{"a":}', '\u0000', '"']) {
        const { status, json } = await send(name, samples[name], { cookie: free.cookie, raw })
        // Every text is a valid form, but lacks the call's fields.
        expect([raw, status, json['error']]).toEqual([raw, 400, callOf(name).form ? 'invalid_input' : 'invalid_json'])
      }
    })

    test('[SAFE-3] a body of more than 64 KiB is refused, with or without a content length', async () => {
      const raw = JSON.stringify({ text: 'x'.repeat(65 * 1024) })
      const said = { 'content-length': String(raw.length) }
      for (const headers of [said, {}]) {
        const { status, json } = await send(name, samples[name], { cookie: free.cookie, raw, headers })
        expect([status, json]).toEqual([413, { error: 'body_too_large' }])
      }
    })
  })

  describe('the path', () => {
    test('an unknown one is 404, a known one with another method 405', async () => {
      expect(await get('/api/nothing')).toEqual({ status: 404, text: '{"error":"not_found"}' })
      expect(await get('/api/likes', 'DELETE')).toEqual({ status: 405, text: '{"error":"method_not_allowed"}' })
      expect((await get('/api/likes/%E0%A4%A', 'PUT')).status).toBe(404)
    })

    test('[SAFE-12] a refused method names the methods of the path (RFC 9110, 15.5.6)', async () => {
      expect(await allowed('DELETE', 'likes')).toBe('GET')
      expect(await allowed('OPTIONS', 'user.php')).toBe('GET, POST, PUT, DELETE')
      expect(await allowed('PATCH', 'user?push=1')).toBe('GET, POST, PUT, DELETE')
      expect(await allowed('POST', 'desk/queue')).toBe('GET')
      expect(await allowed('GET', 'nothing')).toBeNull()
    })

    test('a call of the device is refused by the server', async () => {
      expect(await get('/api/device')).toEqual({ status: 404, text: '{"error":"no_device"}' })
    })
  })
})

/** Form encoding: `a[b]` for a field of an object, `a[]` for an element of a list. */
const formOf = (body: unknown): string => {
  const fields: [string, string][] = []
  const add = (name: string, value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) add(`${name}[]`, each)
    else if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) add(name === '' ? key : `${name}[${key}]`, part)
    else fields.push([name, value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)])
  }
  add('', body)
  return new URLSearchParams(fields).toString()
}

const isMalformed = (name: ServerCall, parts: Parts): boolean => {
  const call = callOf(name)
  return (['params', 'query', 'body'] as const).some((part) => call[part] && !v.is(call[part], parts[part] ?? {}))
}

/** Valid inputs with one wrong value each. */
const spoiled = (name: ServerCall, sample: Parts): fc.Arbitrary<Parts> => {
  const call = callOf(name)
  const ways: fc.Arbitrary<Parts>[] = [fc.constant(sample)]
  for (const key of Object.keys(sample.params ?? {}))
    ways.push(text.map((wrong) => ({ ...sample, params: { ...sample.params, [key]: wrong } })))
  for (const key of call.query ? Object.keys((call.query as unknown as { entries: object }).entries) : [])
    ways.push(text.map((wrong) => ({ ...sample, query: { ...sample.query, [key]: wrong } })))
  if (call.body) {
    const body = sample.body as Record<string, unknown>
    const withBody = (changed: unknown): Parts => ({ ...sample, body: changed })
    ways.push(value.map(withBody))
    for (const key of Object.keys(body)) {
      ways.push(fc.constant(withBody(Object.fromEntries(Object.entries(body).filter(([other]) => other !== key)))))
      ways.push(value.map((wrong) => withBody({ ...body, [key]: wrong })))
    }
  }
  return fc.oneof(...ways)
}

const text = fc.oneof(
  fc.constantFrom(
    '0',
    '-1',
    '01',
    '1.5',
    '1e3',
    '99999999999999999999',
    'NaN',
    '%00',
    '../..',
    '1-1',
    '2-1',
    '٣',
    '1;',
  ),
  fc.constantFrom('x'.repeat(500), "'; drop table users; --", '\u0000', ' ', 'null', '[object Object]'),
  fc.string({ minLength: 1 }),
)

const value = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1.5, 1e300, '', '\ud800', '\u0000', ' '.repeat(20), 'x'.repeat(5_000)),
  text,
  fc.array(fc.jsonValue(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
)

const allowed = async (method: string, path: string): Promise<string | null> =>
  (await server.app.request(`http://localhost/api/${path}`, { method })).headers.get('allow')

const get = (path: string, method = 'GET') => rawRequest(server.app, `http://localhost${path}`, { method })
