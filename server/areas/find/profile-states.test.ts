/**
 * Every call that names a profile × every state a profile can be in. The calls are found in the table, so a new call is
 * walked by being there. A profile that the rules hide answers each call exactly like one that never was.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathOf } from '#contract/call.ts'
import { callOf, calls, type CallName, isServerCall, type ServerCall } from '#contract/calls.ts'
import { REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import type { MemberExtras, TestMember } from '../../testing/members.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { sampleInputs } from '../../testing/sample-inputs.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { purge } from '../leaving/purge.ts'

type Parts = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
}
type Answer = { status: number; json: Record<string, unknown> }

const MISSING = 999_999

const NAMES = Object.keys(calls).filter(isServerCall)

/** Inputs that name a profile: by its id, or by the two ids of a conversation. */
const PROFILE_FIELD = /^(?:\w+_)?(?:profile|conversation)$/

/** Whether a schema has such a field at any depth. */
const hasProfileField = (schema: unknown): boolean => {
  if (typeof schema !== 'object' || schema === null) return false
  if (Array.isArray(schema)) return schema.some(hasProfileField)
  const { entries, ...rest } = schema as { entries?: Record<string, unknown> }
  if (entries && Object.keys(entries).some((name) => PROFILE_FIELD.test(name))) return true
  return Object.entries(rest).some(
    ([name, part]) => /^(?:item|items|options|wrapped|pipe)$/.test(name) && hasProfileField(part),
  )
}

const isAboutProfile = (name: CallName): boolean => {
  const { path, params, query, body } = callOf(name)
  return path.startsWith('members/:') || [params, query, body].some(hasProfileField)
}

const ABOUT_PROFILE = NAMES.filter(isAboutProfile)

let server: TestServer
let free: TestMember
let paid: TestMember

/** Hidden from the viewers, in every way and with everything that can be between the two but a conversation. */
const HIDDEN: Record<string, { extras: MemberExtras; erased?: true }> = {
  unconfirmed: { extras: { status: 'not_confirmed' } },
  invisible: { extras: { invisible: true } },
  leaving: { extras: { status: 'deleting' } },
  erased: { extras: { status: 'deleting' }, erased: true },
}
const TRACES: Record<string, (profile: number, viewer: number) => void> = {
  'never met': () => undefined,
  'liked by me': (profile, viewer) =>
    void server.sql('insert into likes (liker, liked, at) values (?, ?, 0)', viewer, profile),
  'passed by me': (profile, viewer) =>
    void server.sql(`insert into swipes (member, profile, choice, at) values (?, ?, 'pass', 0)`, viewer, profile),
  'swiped by me': (profile, viewer) =>
    void server.sql(`insert into swipes (member, profile, choice, at) values (?, ?, 'like', 0)`, viewer, profile),
  'blocked by me': (profile, viewer) =>
    void server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', viewer, profile),
  'blocks me': (profile, viewer) =>
    void server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', profile, viewer),
}

beforeAll(async () => {
  server = await createTestServer()
  free = await server.signUp('Free', { credits: 500 })
  paid = await server.signUp('Paid', { credits: 500, paid: true })
})
afterAll(() => server.close())

let signedUp = 0
const addProfile = async (extras: MemberExtras = {}): Promise<number> => {
  signedUp += 1
  return (await server.signUp(`Somebody ${signedUp}`, extras)).id
}

const NO_FILE = new Uint8Array([0xff, 0xd8, 0xff])

const ask = async (name: ServerCall, viewer: TestMember | null, profile: number): Promise<Answer> => {
  const call = callOf(name)
  const { params, query, body } = sampleInputs(viewer?.id ?? MISSING + 1, profile)[name] as Parts
  // Each is a message or a signup of its own, so that none is the repeat of another.
  const fresh = server.deps.newId()
  const sent = body && {
    ...body,
    ...('client_id' in body ? { client_id: fresh } : {}),
    ...('email' in body ? { email: `${fresh}@example.test` } : {}),
  }
  const search = new URLSearchParams({ ...query, ...(query && 'client_id' in query ? { client_id: fresh } : {}) })
  const { status, text } = await rawRequest(
    server.app,
    `http://localhost${pathOf(call, params)}${search.size === 0 ? '' : `?${search.toString()}`}`,
    {
      method: call.method,
      headers: {
        [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
        ...(viewer ? { cookie: viewer.cookie } : {}),
        ...(call.upload ? { 'content-type': 'image/jpeg' } : {}),
      },
      ...(sent ? { body: JSON.stringify(sent) } : call.upload ? { body: NO_FILE } : {}),
    },
  )
  return { status, json: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {} }
}

/** A signup answers with the new account. Only its success can be compared. */
const ANSWERS_NEW: ReadonlySet<ServerCall> = new Set(['signup', 'complaints.send'])

const comparable = (name: ServerCall, { status, json }: Answer) =>
  ANSWERS_NEW.has(name) ? { status, error: json['error'] } : { status, json }

/** A signup ends the session of the caller, so nobody makes one who has a session. */
const viewersOf = (name: ServerCall): (TestMember | null)[] => [
  ...(callOf(name).who === 'visitor' ? [null] : []),
  ...(name === 'signup' ? [] : [free, paid]),
]

test('the calls that name a profile are found in the table, and the sample of each names the other member', () => {
  expect(ABOUT_PROFILE).toEqual(
    expect.arrayContaining(['members.get', 'likes.put', 'swipe.undo', 'messages.photo', 'typing.send', 'reports.send']),
  )
  for (const name of NAMES) {
    const namesOther = JSON.stringify(sampleInputs(1, 2)[name]) !== JSON.stringify(sampleInputs(1, 3)[name])
    expect([name, namesOther]).toEqual([name, isAboutProfile(name)])
  }
})

describe('a hidden profile answers like a missing one', () => {
  test.each(ABOUT_PROFILE)('[PROF-10] [ACC-6] [SAFE-2] %s', async (name) => {
    for (const viewer of viewersOf(name)) {
      const missing = comparable(name, await ask(name, viewer, MISSING))
      expect(JSON.stringify(missing)).not.toContain('authentication_required')
      for (const [state, { extras, erased }] of Object.entries(HIDDEN))
        for (const [trace, leave] of Object.entries(TRACES)) {
          // A visitor has no traces, an erased profile has none left, and Premium reveals no hidden profile.
          if ((viewer !== free || erased) && trace !== 'never met') continue
          const profile = await addProfile(extras)
          if (viewer) leave(profile, viewer.id)
          if (erased) await erase(profile)
          const answer = comparable(name, await ask(name, viewer, profile))
          expect([state, trace, answer]).toEqual([state, trace, missing])
          // No earlier call may change a later answer.
          const isSeen = viewer !== null && (await mayBeSeen(viewer, profile))
          expect([state, trace, isSeen]).toEqual([state, trace, false])
        }
    }
  })
})

const erase = async (profile: number): Promise<void> => {
  server.sql('update users set deleting_since = 0 where id = ?', profile)
  await purge(server.deps, profile)
}

const mayBeSeen = async (viewer: TestMember, profile: number): Promise<boolean> =>
  (await ask('members.get', viewer, profile)).status === 200

type ExpectedAnswer = { status: number; error?: string }

/** The effects of a block: the blocked member learns who blocks [CHAT-9], the blocker can lift it [PROF-14]. */
const WITH_A_BLOCK: Record<string, { blocksMe: ExpectedAnswer; blockedByMe: ExpectedAnswer }> = {
  'members.get': { blocksMe: { status: 403, error: 'blocked' }, blockedByMe: { status: 200 } },
  'members.related': { blocksMe: { status: 403, error: 'blocked' }, blockedByMe: { status: 200 } },
  'likes.put': { blocksMe: { status: 403, error: 'blocked' }, blockedByMe: { status: 403, error: 'blocking' } },
  'likes.delete': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'likes.seen': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'swipe.put': { blocksMe: { status: 403, error: 'blocked' }, blockedByMe: { status: 403, error: 'blocking' } },
  'swipe.undo': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'messages.list': { blocksMe: { status: 404, error: 'not_found' }, blockedByMe: { status: 200 } },
  'messages.send': { blocksMe: { status: 403, error: 'blocked' }, blockedByMe: { status: 403, error: 'blocking' } },
  'messages.photo': { blocksMe: { status: 403, error: 'blocked' }, blockedByMe: { status: 403, error: 'blocking' } },
  'chats.delete': { blocksMe: { status: 404, error: 'not_found' }, blockedByMe: { status: 404, error: 'not_found' } },
  'chats.read': { blocksMe: { status: 404, error: 'not_found' }, blockedByMe: { status: 404, error: 'not_found' } },
  'typing.send': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'blocks.put': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'blocks.delete': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'reports.send': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
  'complaints.send': { blocksMe: { status: 200 }, blockedByMe: { status: 200 } },
}

describe('a block answers as the rules say', () => {
  // Nobody blocks a visitor who signs up.
  test.each(ABOUT_PROFILE.filter((name) => name !== 'signup'))('[CHAT-9] [PROF-14] %s', async (name) => {
    for (const viewer of viewersOf(name).filter((one) => one !== null))
      for (const [direction, trace] of [
        ['blocksMe', 'blocks me'],
        ['blockedByMe', 'blocked by me'],
      ] as const) {
        const profile = await addProfile()
        TRACES[trace]?.(profile, viewer.id)
        const { status, json } = await ask(name, viewer, profile)
        const { error } = json
        expect([direction, { status, ...(typeof error === 'string' ? { error } : {}) }]).toEqual([
          direction,
          WITH_A_BLOCK[name]?.[direction],
        ])
      }
  })
})
