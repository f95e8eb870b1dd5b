import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { pushOffice, type PushOffice } from '../../testing/pushed.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { isKnownService } from './push-subscription.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const rows = () => server.sql('select endpoint, user_id, created_at from push_subscriptions')
const loginAgain = async (): Promise<TestMember> => {
  const { headers } = await server.visitor('user.login', { body: { email: anna.email, password: TEST_PASSWORD } })
  return { ...anna, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

test.each([
  // The own network, and addresses that look like it.
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://10.0.0.1/x',
  'https://192.168.1.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://metadata.google.internal/x',
  // Known hosts with a small difference.
  'https://fcm.googleapis.com:8443/x',
  'https://me@fcm.googleapis.com/x',
  'https://me:secret@fcm.googleapis.com/x',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com.evil.test/x',
  'https://evil.test/fcm.googleapis.com',
  'https://evil.test#fcm.googleapis.com',
  'https://evil.test\\@fcm.googleapis.com/x',
  'https://xfcm.googleapis.com/x',
  'https://push.apple.com/x',
  'https://.push.apple.com/x',
  'https://a..push.apple.com/x',
  'https://web.push.apple.com.evil.test/x',
  'https://fcm.googleаpis.com/x',
  'http://fcm.googleapis.com/x',
  'ftp://fcm.googleapis.com/x',
  '//fcm.googleapis.com/x',
])('[SAFE-11] %s is no push service', async (endpoint) => {
  expect(isKnownService(endpoint, DEFAULT_SITE_SETTINGS.push_services)).toBe(false)
  const subscription = { ...office.device.subscription, endpoint }
  expect((await server.as(anna)('user.push', { body: { subscription } })).status).toBe(400)
  expect(rows()).toEqual([])
})

test.each([
  { p256dh: 'B'.repeat(86), auth: 'a'.repeat(22) },
  { p256dh: 'B'.repeat(88), auth: 'a'.repeat(22) },
  { p256dh: 'B'.repeat(87), auth: 'a'.repeat(21) },
])('[SAFE-3] keys of another length are none', async (keys) => {
  const subscription = { ...office.device.subscription, keys }
  expect((await server.as(anna)('user.push', { body: { subscription } })).status).toBe(400)
  expect(rows()).toEqual([])
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://FCM.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:443/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('[SAFE-11] %s is one', (endpoint) => {
  expect(isKnownService(endpoint, DEFAULT_SITE_SETTINGS.push_services)).toBe(true)
})

test('[SAFE-11] an address of the own network is refused, even if the setting lists it', () => {
  for (const host of ['127.0.0.1', '10.0.0.1', 'localhost', '[::1]', '*.0.0.1'])
    expect(isKnownService(`https://${host.replace('*', '127')}/x`, [host])).toBe(false)
})

test('[PWA-5] posting the same subscription again in the same session writes nothing', async () => {
  await office.subscribe(anna)
  const before = rows()
  server.clock.advance(1_000)
  // Only SQLite counts changes.
  const changes = () => server.sql('select total_changes() as count')[0]?.['count']
  const count = changes()
  await office.subscribe(anna)
  expect(rows()).toEqual(before)
  expect(changes()).toBe(count)
  // The browser created new keys, so this is a change.
  const keys = { p256dh: 'B'.repeat(87), auth: 'c'.repeat(22) }
  await server.as(anna)('user.push', { body: { subscription: { ...office.device.subscription, keys } } })
  expect(server.sql('select p256dh, auth from push_subscriptions')).toEqual([keys])
})

test('[PWA-11] an endpoint belongs to the last member who posted it: no push for one member reaches the device of another', async () => {
  const [bert, carl] = [await server.signUp('Bert'), await server.signUp('Carl', { credits: 100 })]
  await office.subscribe(anna)
  await office.subscribe(bert)
  expect(rows()).toMatchObject([{ user_id: bert.id }])
  await server.sendText(carl, anna)
  await office.runJobs()
  expect(office.service.pushed).toEqual([])
  await server.sendText(carl, bert)
  await office.runJobs()
  expect(office.payloads()).toMatchObject([{ notification: { data: { member: bert.id } } }])
})

test('[ACC-13] logout and an end from another device end the subscription with the session, and it accepts no new one', async () => {
  const bert = await server.signUp('Bert', { credits: 100 })
  for (const end of [(phone: TestMember) => server.as(phone)('logout'), () => server.as(anna)('sessions.end_others')]) {
    const phone = await loginAgain()
    await office.subscribe(phone)
    expect(rows()).toHaveLength(1)
    await end(phone)
    expect(rows()).toEqual([])
    expect(await office.subscribe(phone)).toMatchObject({ status: 403 })
    await server.sendText(bert, anna)
    await office.runJobs()
  }
  expect(office.service.pushed).toEqual([])
})

const zoneKept = () => server.sql('select time_zone as zone from users where id = ?', anna.id)[0]?.['zone']
const subscribeIn = (time_zone: string, endpoint = 'https://fcm.googleapis.com/one') =>
  server.as(anna)('user.push', { body: { subscription: { ...office.device.subscription, endpoint }, time_zone } })

test('[PWA-5] a device reports its time zone, so that no push is sent at night; a known zone stays', async () => {
  expect((await subscribeIn('Nowhere/Land')).status).toBe(400)
  expect(zoneKept()).toBeNull()
  await subscribeIn('America/New_York')
  expect(zoneKept()).toBe('America/New_York')
  await subscribeIn('Asia/Tokyo', 'https://fcm.googleapis.com/two')
  expect(zoneKept()).toBe('America/New_York')
})
