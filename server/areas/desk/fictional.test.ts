/** Fictional profiles at the desk: written, paused and read [DESK-14], [GUARD-7], [SAFE-7]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FictionalForm } from '#contract/desk/fictional.ts'
import { FACT_NAMES, noFacts } from '#contract/entities/profile-facts.ts'
import { DAY_MS } from '#contract/limits.ts'
import { addTestStaff, deskOn, type DeskCaller, type TestStaff } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { lateBody } from '../../testing/raw-request.ts'
import { jpegOf, newClientId } from '../../testing/photos.ts'
import { runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { refundUnanswered } from '../fictional/awaited-answers.ts'
import { rebuildNumbers } from './numbers.ts'

const REASON = 'the texts are being written anew'
const FORM: FictionalForm = {
  name: 'Luna',
  gender: 'female',
  date_of_birth: '1994-03-02',
  country: 'DE',
  countryregion: 'DE-BE',
  city: 'DE-BE/berlin',
  language: 'de',
  about_me: 'I paint the sea.',
  ...noFacts(FACT_NAMES),
  looking_for: 'both',
  hair_colour: 'red',
  eye_colour: 'green',
  relationship_status: 'single',
  interests: ['art', 'beach'],
  persona: 'Grew up in Kiel. Writes short sentences.',
}

let server: TestServer
let ada: TestMember
let mara: DeskCaller
let marketing: TestStaff
let luna: number
beforeEach(async () => {
  server = await createTestServer({
    settings: { fictional_responder: 'staff', photo_review: 'auto' },
    start: '2026-11-01T10:00:00Z',
  })
  ada = await server.signUp('Ada', { credits: 10, language: 'en', gender: 'male' })
  marketing = await addTestStaff(server.deps, 'Mara', 'marketing')
  mara = deskOn(server.app, marketing.cookie)
  luna = (await mara('fictional.add', { body: FORM })).body.id
})
afterEach(() => server.close())

const params = () => ({ id: String(luna) })
const profile = async () => (await mara('fictional.get', { params: params() })).body
const write = (text: string) => server.sendText(ada, { id: luna }, text)
const seen = () => server.as(ada)('members.get', { params: params() })
const pause = (paused: boolean) => mara('fictional.pause', { params: params(), body: { paused, reason: REASON } })
const credits = async () => (await server.as(ada)('user.get')).body.user?.credits
const found = async () =>
  (await server.as(ada)('members.search', { query: { gender: 'female', country: 'DE' } })).body.results.map(
    ({ id }) => id,
  )
const ids = async (query: { q?: string; state?: 'active' | 'paused' }) =>
  (await mara('fictional.list', { query })).body.profiles.map(({ id }) => id)
/** Sends bytes as a new photo of the profile. */
const sendPhoto = async (number: number, body: Uint8Array<ArrayBuffer> | ReadableStream, type = 'image/jpeg') => {
  const search = new URLSearchParams({ client_id: newClientId(number) }).toString()
  const request = {
    method: 'POST',
    headers: { cookie: marketing.cookie, origin: 'http://localhost', 'content-type': type },
    body,
    // Node requires it of a body that is a stream.
    duplex: 'half',
  }
  const response = await server.app.request(`http://localhost/api/desk/fictional/${luna}/photos?${search}`, request)
  return (await response.json()) as Awaited<ReturnType<typeof profile>> & { error?: string }
}
const upload = async (number: number) => sendPhoto(number, new Uint8Array(await jpegOf(number)))
const acts = () => server.sql(`select act, subject, reason from audit where act not like 'session.%' order by id`)

describe('[DESK-14] a fictional profile', () => {
  test('[SAFE-7] is made with all its facts, is found, and is marked for members', async () => {
    expect(await found()).toEqual([luna])
    const { body } = await seen()
    expect(body.profile).toMatchObject({
      name: 'Luna',
      fictional: true,
      about_me: 'I paint the sea.',
      hair_colour: 'red',
      interests: ['art', 'beach'],
      city: 'Berlin',
    })
    expect(JSON.stringify(body)).not.toContain('Kiel')
    expect((await profile()).form).toEqual(FORM)
    expect(acts()).toEqual([{ act: 'fictional.add', subject: luna, reason: '' }])
  })

  test('has no password, so nobody logs in to it', async () => {
    const [account] = server.sql('select email, password_hash from users where id = ?', luna)
    expect(account).toEqual({ email: expect.stringMatching(/@fictional\.invalid$/), password_hash: '' })
  })

  test('[ACC-2] has no name that leads off the site, also with Cyrillic letters that look like Latin ones', async () => {
    for (const name of ['luna.com', 'luna.c\u043em']) {
      const { status, error } = await mara('fictional.add', { body: { ...FORM, name } })
      expect([status, error]).toMatchObject([400, { fields: { name: 'name_is_address' } }])
    }
  })

  test('is changed; the audit has the changed fields alone, before and after', async () => {
    const form = { ...FORM, about_me: 'I paint the harbour.', date_of_birth: '1993-03-02', eye_colour: null }
    const { body } = await mara('fictional.change', { params: params(), body: form })
    expect([body.form, body.age]).toEqual([form, 33])
    const [, row] = server.sql('select "before", "after" from audit order by id')
    expect(JSON.parse(String(row?.['before']))).toEqual({
      birthDate: '1994-03-02',
      aboutMe: 'I paint the sea.',
      eye_colour: 'green',
    })
    expect(JSON.parse(String(row?.['after']))).toEqual({
      birthDate: '1993-03-02',
      aboutMe: 'I paint the harbour.',
      eye_colour: null,
    })
    await mara('fictional.change', { params: params(), body: form })
    expect(acts()).toHaveLength(2)
  })

  test.each([
    [{ date_of_birth: '2010-01-01' }, 'date_of_birth'],
    [{ city: 'DE-BE/hamburg' }, 'city'],
    [{ country: 'JP', countryregion: 'JP-13' }, 'city'],
    [{ name: 'luna@example.org' }, 'name'],
    [{ persona: 'x'.repeat(4_001) }, 'persona'],
  ])('with %j is refused by its field', async (changes, field) => {
    const { error } = await mara('fictional.add', { body: { ...FORM, ...changes } })
    expect(Object.keys(error?.fields ?? {})).toEqual([field])
  })

  test('a member is never one: nothing of this desk reads, changes or opens a real account', async () => {
    const real = { id: String(ada.id) }
    expect((await mara('fictional.get', { params: real })).status).toBe(404)
    expect((await mara('fictional.change', { params: real, body: FORM })).status).toBe(404)
    expect((await mara('fictional.pause', { params: real, body: { paused: true, reason: REASON } })).status).toBe(404)
    expect((await mara('fictional.order_photos', { params: real, body: { ids: [] } })).status).toBe(404)
    expect(server.sql('select name, invisible from profiles where id = ?', ada.id)).toEqual([
      { name: 'Ada', invisible: 0 },
    ])
  })

  test('is listed with its share of all messages and of the credits, over 30 whole days', async () => {
    const bert = await server.signUp('Bert')
    await write('Hello')
    for (const text of ['One', 'Two', 'Three']) await server.sendText(ada, bert, text)
    server.clock.advance(DAY_MS)
    await rebuildNumbers(server.deps, server.deps.now())
    mara = deskOn(server.app, (await addTestStaff(server.deps, 'Mina', 'marketing')).cookie)
    const { profiles, total, paused } = (await mara('fictional.list', { query: {} })).body
    expect([total, paused]).toEqual([1, 0])
    expect(profiles).toMatchObject([
      {
        id: luna,
        name: 'Luna',
        age: 32,
        language: 'de',
        waiting: 1,
        numbers: { messages: 1, messages_share: 0.25, revenue_share: 0.25 },
      },
    ])
    server.clock.advance(31 * DAY_MS)
    mara = deskOn(server.app, (await addTestStaff(server.deps, 'Mona', 'marketing')).cookie)
    expect((await mara('fictional.list', { query: {} })).body.profiles[0]?.numbers).toEqual({
      messages: 0,
      messages_share: null,
      revenue_share: null,
    })
  })

  test('has no share of credits that came back because nobody answered', async () => {
    const bert = await server.signUp('Bert')
    await write('Hello')
    await server.sendText(ada, bert, 'One')
    server.clock.advance(DAY_MS + 1)
    expect(await refundUnanswered(server.deps)).toBe(1)
    await rebuildNumbers(server.deps, server.deps.now())
    mara = deskOn(server.app, (await addTestStaff(server.deps, 'Mina', 'marketing')).cookie)
    const { profiles } = (await mara('fictional.list', { query: {} })).body
    expect(profiles).toMatchObject([{ id: luna, numbers: { messages: 1, messages_share: 0.5, revenue_share: 0 } }])
  })

  test('is found by the beginning of its name and by its state', async () => {
    await pause(true)
    expect([
      await ids({ q: 'lu' }),
      await ids({ q: 'x' }),
      await ids({ state: 'paused' }),
      await ids({ state: 'active' }),
    ]).toEqual([[luna], [], [luna], []])
  })
})

describe('[GUARD-7] a paused profile', () => {
  test('is not found, takes no first message, and costs nothing', async () => {
    expect((await pause(true)).body.paused).toBe(true)
    expect(await found()).toEqual([])
    expect((await seen()).status).toBe(404)
    expect((await write('Hello')).status).toBe(404)
    expect(await credits()).toBe(10)
  })

  test('says so to a partner of a conversation, and writing is closed without a cost', async () => {
    await write('Hello')
    await pause(true)
    const { chats } = (await server.as(ada)('chats.get')).body
    expect([(await seen()).body.profile.closed, chats[0]?.closed]).toEqual(['fictional_closed', 'fictional_closed'])
    expect((await write('Are you there?')).error?.error).toBe('fictional_closed')
  })

  test('gives the credits of waiting messages back at once, and no answer follows', async () => {
    await write('Hello')
    await write('Are you a real person?')
    expect(await credits()).toBe(8)
    await pause(true)
    expect(await credits()).toBe(10)
    server.clock.advance(60_000)
    await runJobs(server)
    await runJobs(server)
    expect(server.sql('select count(*) as answers from messages where sender = ?', luna)).toEqual([{ answers: 0 }])
    expect(acts().at(-1)).toEqual({ act: 'fictional.pause', subject: luna, reason: REASON })
  })

  test('reaches the devices of its partners', async () => {
    await write('Hello')
    const { seq } = (await server.as(ada)('chats.get')).body
    await pause(true)
    const news = (await server.as(ada)('sync', { query: { after: String(seq) } })).body
    expect(news.chats).toMatchObject([{ profile: luna, closed: 'fictional_closed' }])
  })

  test('is written to again after it is resumed; a second pause hears that it was late', async () => {
    await write('Hello')
    await pause(true)
    expect((await pause(true)).error?.error).toBe('changed_meanwhile')
    await pause(false)
    expect(await found()).toEqual([luna])
    expect((await write('Hello again')).status).toBe(201)
  })

  test('a member who is invisible can still be written to', async () => {
    const bert = await server.signUp('Bert', { invisible: true })
    const send = (from: TestMember, to: TestMember) => server.sendText(from, to, 'Hello')
    expect((await send(bert, ada)).status).toBe(201)
    expect((await send(ada, bert)).status).toBe(201)
  })
})

describe('[DESK-14] photos of a fictional profile', () => {
  test('[DESK-1] are refused if the colleague’s session has ended by the time a photo has arrived', async () => {
    const { body, isAwaited, arrive } = lateBody('a photo')
    const late = sendPhoto(1, body)
    await isAwaited
    server.sql('update staff_sessions set ended_at = 1')
    arrive()
    expect(await late).toEqual({ error: 'staff_login_required' })
  })

  test('are added by the same pipeline, ordered with the first as the main one, and removed; each is in the audit', async () => {
    await upload(1)
    const { photos } = await upload(2)
    const [first = 0, second = 0] = photos.map(({ id }) => id)
    expect(photos).toEqual([
      { id: first, status: 'active', main: true },
      { id: second, status: 'active', main: false },
    ])
    const ordered = await mara('fictional.order_photos', { params: params(), body: { ids: [second, first] } })
    expect(ordered.body.photos).toEqual([
      { id: second, status: 'active', main: true },
      { id: first, status: 'active', main: false },
    ])
    expect((await seen()).body.profile.main_image).not.toBeNull()
    const removed = await mara('fictional.remove_photo', { params: { ...params(), photo: String(second) } })
    expect(removed.body.photos).toEqual([{ id: first, status: 'active', main: true }])
    expect(acts().map(({ act }) => act)).toEqual([
      'fictional.add',
      'fictional.change',
      'fictional.change',
      'fictional.change',
      'fictional.change',
    ])
  })

  test('wait for review where the site reviews photos', async () => {
    Object.assign(server.deps.settings(), { photo_review: 'desk' })
    expect((await upload(1)).photos).toMatchObject([{ status: 'pending', main: false }])
  })

  test('that are no picture are refused with their reason', async () => {
    const bytes = new Uint8Array([1, 2, 3])
    const [asText, asPhoto] = [await sendPhoto(1, bytes, 'text/plain'), await sendPhoto(1, bytes)]
    expect([asText.error, asPhoto.error]).toEqual(['photo_type', 'photo_type'])
  })
})

describe('[DESK-3] conversations of a fictional profile', () => {
  test('are listed without their texts, and opening one is a row of the audit with its reason', async () => {
    await write('Do you like the sea?')
    const moderator = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
    const { body } = await moderator('fictional.conversations', { params: params() })
    expect(body).toMatchObject({ conversations: [{ member: { id: ada.id, name: 'Ada' }, messages: 1 }], total: 1 })
    expect(JSON.stringify(body)).not.toContain('sea')
    const pair = { ...params(), member: String(ada.id) }
    expect((await moderator('fictional.open', { params: pair, body: { reason: 'short' } })).status).toBe(400)
    expect(acts()).toHaveLength(1)
    const opened = await moderator('fictional.open', { params: pair, body: { reason: REASON } })
    expect(opened.body.lines.map(({ text, is_member }) => [text, is_member])).toEqual([['Do you like the sea?', true]])
    expect(acts().at(-1)).toMatchObject({ act: 'member.show_conversation', reason: REASON })
  })

  test('between two members are not opened here', async () => {
    const bert = await server.signUp('Bert')
    await server.sendText(ada, bert, 'Hello')
    const moderator = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
    const pair = { id: String(bert.id), member: String(ada.id) }
    expect((await moderator('fictional.open', { params: pair, body: { reason: REASON } })).status).toBe(404)
    expect(acts()).toHaveLength(1)
  })
})
