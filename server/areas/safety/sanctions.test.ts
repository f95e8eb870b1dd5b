import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReportReason } from '#contract/entities/safety.ts'
import { DAY_MS } from '#contract/limits.ts'
import { mayNotAct, strictest } from '#contract/rules/may-act.ts'
import { CALL_ACTS } from '../../call-acts.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { reviewPhoto } from '../photos/review.ts'
import { answerLetter, releaseMember, sanctionMember, type SanctionKind } from './desk.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let carla: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { gender: 'male', language: 'en' })
  carla = await server.signUp('Carla', { language: 'en' })
  // Bert has written to Anna, and not to Carla.
  await write(bert, anna)
  await runJobs(server)
})
afterEach(() => server.close())

const write = (from: TestMember, to: TestMember) => server.sendText(from, to, 'Hello')
const decide = (kind: SanctionKind, until: number | null = null, reason: ReportReason = 'scam', note = '') =>
  sanctionMember(server.deps, bert.id, { kind, reason, note, until })
const appealUpheld = async (decision: number): Promise<void> => {
  await server.as(bert)('decisions.appeal', { params: { id: String(decision) }, body: { text: 'It was not me.' } })
  await answerLetter(server.deps, 1, { upheld: true, text: '' })
}
const credits = (): number => Number(server.sql('select credits from users where id = ?', bert.id)[0]?.['credits'])
const searched = async (): Promise<number[]> =>
  (await server.as(carla)('members.search', { query: { gender: 'male' } })).body.results.map(({ id }) => id)
const errorOf = (answer: { error?: { error: string } | undefined }): string | undefined => answer.error?.error

describe('[DESK-7] a sanction takes effect with the next request', () => {
  test.each([
    ['warned', undefined, undefined, undefined, undefined],
    ['muted', undefined, 'begin_restricted', undefined, undefined],
    ['profile_restricted', 'contact_restricted', 'contact_restricted', 'contact_restricted', undefined],
    ['suspended', 'account_suspended', 'account_suspended', 'account_suspended', 'account_suspended'],
    ['banned', 'account_suspended', 'account_suspended', 'account_suspended', 'account_suspended'],
  ] as const)('%s: writes to a partner, to somebody new, likes, searches', async (kind, partner, first, like, use) => {
    const before = credits()
    expect(await decide(kind)).toBe('done')
    const refused = [
      errorOf(await write(bert, anna)),
      errorOf(await write(bert, carla)),
      errorOf(await server.as(bert)('likes.put', { params: { profile: String(carla.id) } })),
      errorOf(await server.as(bert)('members.search', { query: {} })),
    ]
    expect(refused).toEqual([partner, first, like, use])
    // A refused message costs nothing and reaches nobody.
    const arrived = [partner, first].filter((error) => error === undefined).length
    const price = server.deps.settings().message_credits
    expect(credits()).toBe(before - arrived * price)
    const chats = (await server.as(carla)('chats.get')).body.chats
    expect(chats).toHaveLength(first === undefined ? 1 : 0)
  })

  test('every call of a banned member is refused, except for their rights', async () => {
    await decide('banned')
    const refused = Object.entries(CALL_ACTS).filter(
      ([, act]) => mayNotAct({ sanction: 'banned', sanctionUntil: null, ageDue: null }, act, 0) !== null,
    )
    expect(refused.every(([, act]) => act !== 'rights')).toBe(true)
    const answers: Record<string, string | undefined> = {}
    for (const name of ['user.get', 'decisions.list', 'profile.get', 'chats.get', 'swipe.get'] as const)
      answers[name] = errorOf(await server.as(bert)(name))
    expect(answers).toEqual({
      'user.get': undefined,
      'decisions.list': undefined,
      'profile.get': undefined,
      'chats.get': 'account_suspended',
      'swipe.get': 'account_suspended',
    })
    expect((await exportFileOf(server, bert)).status).toBe(200)
    expect(errorOf(await server.as(bert)('sync', { query: { after: '0' } }))).toBe('account_suspended')
  })

  test('every call that reaches another member counts as contact', () => {
    const contact = Object.entries(CALL_ACTS).filter(([, act]) => act === 'contact')
    expect(contact.map(([name]) => name).toSorted()).toEqual([
      'likes.put',
      'messages.photo',
      'messages.send',
      'swipe.put',
      'typing.send',
    ])
  })

  test('a restricted member is found by nobody; a suspended one looks like a member who left', async () => {
    expect(await searched()).toEqual([bert.id])
    await decide('profile_restricted')
    expect(await searched()).toEqual([])
    const profile = () => server.as(anna)('members.get', { params: { id: String(bert.id) } })
    expect((await profile()).body.profile.status).toBe('active')
    await decide('suspended', server.clock.now() + DAY_MS)
    expect((await profile()).body.profile.status).toBe('deleted')
    expect(errorOf(await write(anna, bert))).toBe('recipient_deleted')
  })

  test('a sanction that has ended by itself is none for the member’s devices, which know its end beforehand', async () => {
    const until = server.clock.now() + DAY_MS
    const sanctionOf = async () => {
      const { body } = await server.as(bert)('user.get')
      return [body.user?.sanctioned, body.user?.sanctioned_until]
    }
    expect(await sanctionOf()).toEqual([false, undefined])
    await decide('muted', until)
    expect(await sanctionOf()).toEqual([true, until])
    server.clock.advance(DAY_MS)
    expect(await sanctionOf()).toEqual([false, undefined])
    await decide('banned', null)
    expect(await sanctionOf()).toEqual([true, undefined])
  })

  test('a suspended member gets no mail and no push of the site, and others none about them', async () => {
    await write(bert, carla)
    await decide('suspended', server.clock.now() + DAY_MS)
    await server.as(anna)('likes.put', { params: { profile: String(bert.id) } })
    await runJobs(server)
    const subjects = (member: TestMember) =>
      inboxOf(server)
        .filter(({ recipient }) => recipient === member.email)
        .map(({ subject }) => subject)
    expect(subjects(carla).filter((subject) => subject.includes('Bert'))).toEqual([])
    expect(subjects(bert).filter((subject) => subject.includes('Anna'))).toEqual([])
  })

  test('a suspension ends by itself, in calls at once and in search with its job', async () => {
    await decide('suspended', server.clock.now() + 3 * DAY_MS)
    server.clock.advance(3 * DAY_MS - 1)
    expect(errorOf(await write(bert, anna))).toBe('account_suspended')
    expect(await searched()).toEqual([])
    server.clock.advance(1)
    expect(errorOf(await server.as(bert)('chats.get'))).toBeUndefined()
    await runJobs(server)
    expect(await searched()).toEqual([bert.id])
    expect(errorOf(await write(bert, anna))).toBeUndefined()
  })

  test('the strictest of several sanctions applies; after it is lifted, the next one', async () => {
    await decide('muted')
    await decide('banned')
    expect(errorOf(await write(bert, anna))).toBe('account_suspended')
    await appealUpheld(2)
    expect(errorOf(await write(bert, anna))).toBeUndefined()
    expect(errorOf(await write(bert, carla))).toBe('begin_restricted')
    const photo = Number(addPhoto(server, bert))
    await reviewPhoto(server.deps, photo, { approved: false, reason: 'nudity', note: '' })
    expect(await releaseMember(server.deps, bert.id)).toBe('done')
    expect(errorOf(await write(bert, carla))).toBeUndefined()
    // The rejection of a photo is no sanction.
    expect(server.sql('select kind from decisions where lifted_at is null')).toEqual([{ kind: 'photo_rejected' }])
    expect(await releaseMember(server.deps, bert.id)).toBe('same')
  })

  test('the same sanction again counts if it ends later', async () => {
    await decide('suspended', server.clock.now() + DAY_MS)
    await decide('suspended', server.clock.now() + 3 * DAY_MS)
    server.clock.advance(2 * DAY_MS)
    expect(errorOf(await write(bert, anna))).toBe('account_suspended')
  })
})

const ACTS = ['rights', 'use', 'buy', 'contact', 'begin'] as const
const ALL_BUT_RIGHTS = Object.fromEntries(ACTS.slice(1).map((act) => [act, 'account_suspended']))

const suspendedUntil = (sanctionUntil: number | null) => ({ sanction: 'suspended', sanctionUntil }) as const

test('[DESK-7] a milder sanction never replaces a stricter one, whichever came first and however long it lasts', () => {
  const muted = { sanction: 'muted', sanctionUntil: null } as const
  expect(strictest([suspendedUntil(5), muted])).toEqual(suspendedUntil(5))
  expect(strictest([muted, suspendedUntil(5)])).toEqual(suspendedUntil(5))
})

test('[DESK-7] the later end of two equal sanctions counts, and no end is later than any', () => {
  expect(strictest([suspendedUntil(5), suspendedUntil(9), suspendedUntil(7)])).toEqual(suspendedUntil(9))
  expect(strictest([suspendedUntil(5), suspendedUntil(null), suspendedUntil(7)])).toEqual(suspendedUntil(null))
  expect(strictest([{ sanction: null, sanctionUntil: null }, suspendedUntil(5)])).toEqual(suspendedUntil(5))
})

test.each([
  ['muted', { begin: 'begin_restricted' }],
  ['restricted', { begin: 'contact_restricted', contact: 'contact_restricted' }],
  ['suspended', ALL_BUT_RIGHTS],
  ['banned', ALL_BUT_RIGHTS],
  [null, {}],
] as const)(
  '[DESK-7][GUARD-6] %s forbids what its name says, until its end; an age without its check forbids contact and buying',
  (sanction, forbidden) => {
    const member = { sanction, sanctionUntil: 10, ageDue: null }
    const refused = (ageDue: number | null, now: number) =>
      Object.fromEntries(
        ACTS.flatMap((act) => {
          const error = mayNotAct({ ...member, ageDue }, act, now)
          return error === null ? [] : [[act, error]]
        }),
      )
    expect(refused(null, 9)).toEqual(forbidden)
    expect(refused(null, 10)).toEqual({})
    const unproven = { buy: 'age_check_required', contact: 'age_check_required', begin: 'age_check_required' }
    expect(refused(9, 9)).toEqual({ ...unproven, ...forbidden })
    expect(refused(10, 9)).toEqual(forbidden)
  },
)

describe('[DESK-8] the member learns of a decision', () => {
  test('in a mail, with its effect, reason, note, end and the way to appeal, and in the app', async () => {
    const until = server.clock.now() + 7 * DAY_MS
    await decide('suspended', until, 'scam', 'You asked three members for money.')
    await runJobs(server)
    const mail = inboxOf(server).find(({ subject }) => subject === 'A decision about your account')
    expect(mail?.recipient).toBe(bert.email)
    for (const part of [
      'has suspended your account',
      'Reason: It seems to be a scam',
      'You asked three members for money.',
      'This lasts until June 22, 2026 at 12:00 UTC.',
      'six months to appeal',
      'Rule: 2. Scams\nhttp://localhost:3000/pages/ban?mail_lang=en#no-2',
      '/notifications?mail_lang=en#decisions',
    ])
      expect(mail?.text).toContain(part)
    expect(mail?.html).toMatch(/<a href="[^"]+\/pages\/ban\?mail_lang=en#no-2"[^>]*>Rule: 2\. Scams<\/a>/)
    expect((await server.as(bert)('decisions.list')).body.decisions).toMatchObject([
      { kind: 'suspended', reason: 'scam', note: 'You asked three members for money.', until, appeal: null },
    ])
  })

  test('with the days where the member is, if a device has said its time zone', async () => {
    // The clock says June 15, 12:00 UTC: June 16 in Auckland.
    server.sql("update users set language = 'en', time_zone = 'Pacific/Auckland' where id = ?", bert.id)
    await decide('suspended', server.clock.now() + 7 * DAY_MS)
    await runJobs(server)
    expect(inboxOf(server).at(-1)?.text).toContain('This lasts until June 23, 2026.')
    await server.deps.write((tx) => tx.jobs.add({ kind: 'mail.lifted', payload: { decision: 1 } }, server.clock.now()))
    await runJobs(server)
    expect(inboxOf(server).at(-1)?.text).toContain('On June 16, 2026 we took a decision')
  })

  test('in the language of the member', async () => {
    server.sql("update users set language = 'de' where id = ?", bert.id)
    await decide('muted', null, 'spam')
    await runJobs(server)
    const mail = inboxOf(server).find(({ recipient, subject }) => recipient === bert.email && subject.includes('Konto'))
    expect(mail?.text).toContain('keine neuen Chats beginnen')
  })
})
