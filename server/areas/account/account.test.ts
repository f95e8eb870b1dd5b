import { afterEach, beforeEach, expect, test } from 'vitest'
import { ASK_LOGOUT_PATH } from '#contract/device.ts'
import { SESSION_DAYS, DAY_MS } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { TEST_PASSWORD } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { isKnownService } from './push-subscription.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const subscription = (endpoint: string) => ({
  endpoint,
  keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
})

test('a visitor has no user, and the call succeeds', async () => {
  const { status, body } = await server.visitor('user.get')
  expect([status, body]).toEqual([200, { user: null, counts: null }])
})

test('[ACC-4] login answers with the member for any spelling of the address', async () => {
  const anna = await server.signUp('Anna')
  const { status, body, headers } = await server.visitor('user.login', {
    body: { email: 'ANNA@example.test', password: TEST_PASSWORD },
  })
  expect(status).toBe(200)
  expect(body.user?.id).toBe(anna.id)
  expect(headers.get('set-cookie')).toMatch(/^session=/)
})

test('[ACC-8] a wrong password and an unknown address get the same answer', async () => {
  await server.signUp('Anna')
  const wrong = await server.visitor('user.login', { body: { email: 'anna@example.test', password: 'nope' } })
  const unknown = await server.visitor('user.login', { body: { email: 'who@example.test', password: 'nope' } })
  expect([wrong.status, wrong.error]).toEqual([401, { error: 'login_failed' }])
  expect([unknown.status, unknown.error]).toEqual([401, { error: 'login_failed' }])
})

test('[ACC-13] an unused session lasts 30 days', async () => {
  const anna = await server.signUp('Anna')
  const bert = await server.signUp('Bert')
  server.clock.advance(SESSION_DAYS * DAY_MS - 1)
  expect((await server.as(anna)('user.get')).body.user?.id).toBe(anna.id)
  server.clock.advance(1)
  expect((await server.as(anna)('user.get')).body.user?.id).toBe(anna.id)
  expect((await server.as(bert)('user.get')).body.user).toBeNull()
})

test('logout ends only this session, its push subscription and its open streams', async () => {
  const anna = await server.signUp('Anna')
  await server.as(anna)('user.push', { body: { subscription: subscription('https://fcm.googleapis.com/x') } })
  const heard: string[] = []
  server.deps.bus.open(anna.id, anna.sessionHash, { send: ({ type }) => heard.push(`this:${type}`) })
  server.deps.bus.open(anna.id, 'another session', { send: ({ type }) => heard.push(`other:${type}`) })
  const { headers } = await server.as(anna)('logout')
  expect(headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly/)
  expect(heard).toEqual(['this:logout'])
  expect(server.sql('select * from sessions')).toEqual([])
  expect(server.sql('select * from push_subscriptions')).toEqual([])
  expect((await server.as(anna)('user.get')).body.user).toBeNull()
})

test('[PWA-11] [SAFE-4] a logout that is opened as a page asks first and ends no session', async () => {
  const anna = await server.signUp('Anna')
  const opened = async (cookie: string) => {
    const headers = { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
    const { status, headers: answered } = await server.app.request('/api/logout', { headers })
    return [status, answered.get('location')]
  }
  expect(await opened(anna.cookie)).toEqual([303, ASK_LOGOUT_PATH])
  expect((await server.as(anna)('user.get')).body.user?.id).toBe(anna.id)
  expect(await opened('')).toEqual([303, '/'])
})

test('[SITE-2] a member changes the language, and the feed says so', async () => {
  const anna = await server.signUp('Anna')
  const { body } = await server.as(anna)('user.language', { body: { language: 'en' } })
  expect(body.user?.language).toBe('en')
  expect(server.sql('select member, kind from changes')).toEqual([{ member: anna.id, kind: 'user' }])
})

test('[PWA-5] a session has one push subscription, and null removes it', async () => {
  const anna = await server.signUp('Anna')
  const endpoints = () => server.sql('select endpoint, user_id from push_subscriptions')
  await server.as(anna)('user.push', { body: { subscription: subscription('https://fcm.googleapis.com/1') } })
  await server.as(anna)('user.push', { body: { subscription: subscription('https://fcm.googleapis.com/2') } })
  expect(endpoints()).toEqual([{ endpoint: 'https://fcm.googleapis.com/2', user_id: anna.id }])
  // Someone else logs in on the same browser.
  const bert = await server.signUp('Bert')
  await server.as(bert)('user.push', { body: { subscription: subscription('https://fcm.googleapis.com/2') } })
  expect(endpoints()).toEqual([{ endpoint: 'https://fcm.googleapis.com/2', user_id: bert.id }])
  await server.as(bert)('user.push', { body: { subscription: null } })
  expect(endpoints()).toEqual([])
})

test('[SAFE-11] push endpoints are accepted at known services only', async () => {
  const anna = await server.signUp('Anna')
  const { status, error } = await server.as(anna)('user.push', {
    body: { subscription: subscription('https://127.0.0.1/x') },
  })
  expect([status, error?.fields]).toEqual([400, { 'subscription.endpoint': 'push_service_unknown' }])
  const known = ['push.example.com', '*.notify.windows.com']
  expect(isKnownService('https://push.example.com/a', known)).toBe(true)
  expect(isKnownService('https://am3p.notify.windows.com/a', known)).toBe(true)
  const refused = [
    'https://notify.windows.com/a',
    'https://evilnotify.windows.com.example/a',
    'https://xnotify.windows.com/a',
    'https://push.example.com:8443/a',
    'https://me@push.example.com/a',
    'http://push.example.com/a',
  ]
  expect(refused.filter((endpoint) => isKnownService(endpoint, known))).toEqual([])
})

test('[SHELL-17] new likes count without those of blocked members', async () => {
  const [anna, bert, carl] = [await server.signUp('Anna'), await server.signUp('Bert'), await server.signUp('Carl')]
  for (const liker of [bert, carl])
    server.sql('insert into likes (liker, liked, at) values (?, ?, 0)', liker.id, anna.id)
  server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', anna.id, carl.id)
  expect((await server.as(anna)('user.get')).body.counts).toEqual({ unread_messages: 0, new_likes: 1 })
})

test('[ACC-13] a push subscription ends with its session: no push reaches a device whose session is over', async () => {
  const anna = await server.signUp('Anna')
  await server.as(anna)('user.push', { body: { subscription: subscription('https://fcm.googleapis.com/1') } })
  const { read, now, write } = server.deps
  expect(await read.account.subscriptionsOf(anna.id, now())).toHaveLength(1)
  server.clock.advance(SESSION_DAYS * DAY_MS)
  expect(await read.account.subscriptionsOf(anna.id, now())).toEqual([])
  await write((tx) => tx.account.forgetExpired(now()))
  expect(server.sql('select * from sessions')).toEqual([])
  expect(server.sql('select * from push_subscriptions')).toEqual([])
})

test('[SITE-2] only one of the seven languages can be stored for a member', async () => {
  const anna = await server.signUp('Anna')
  const speak = (language: string) => server.as(anna)('user.language', { body: { language: language as never } })
  for (const language of LOCALES) expect((await speak(language)).body).toMatchObject({ user: { language } })
  for (const unknown of ['sv', 'EN', 'de-DE', '', 'constructor'])
    expect(await speak(unknown)).toMatchObject({ status: 400, body: { fields: { language: 'invalid' } } })
  expect((await server.as(anna)('user.get')).body).toMatchObject({ user: { language: LOCALES.at(-1) } })
})
