import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, SIGNUP_STEPS } from '#contract/limits.ts'
import { signupForm } from '../../testing/forms.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { activationLink, confirmAddress } from './activation.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const tokenOf = async (member: { id: number }): Promise<string> =>
  new URL(await activationLink(server.deps, member.id)).searchParams.get('token') ?? ''
const press = async (token: string, as = server.visitor) => {
  const { status, headers } = await as('activation.use', { body: { token } })
  expect([status, headers.get('cache-control')]).toEqual([303, 'no-store'])
  return headers.get('location')
}
const statusOf = ({ id }: { id: number }) => server.sql('select status from users where id = ?', id)[0]?.['status']

const joinBy = async (profile: number) => {
  const { body } = await server.visitor('signup', {
    body: signupForm({ signup_message: 'I saw you by the sea.', signup_profile: profile }),
  })
  return { id: body.user?.id ?? 0 }
}
const messages = () => server.sql('select sender, text from messages')

describe('the activation link', () => {
  test('[ACC-6] confirms the address and makes the member findable, once', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    const link = await activationLink(server.deps, anna.id)
    expect(link).toMatch(/^http:\/\/localhost:3000\/api\/activate\?token=[\w-]{43}$/)
    expect(await press('made up')).toBe('/activate/error')
    expect(await press(new URL(link).searchParams.get('token') ?? '')).toBe('/activate/done')
    expect((await server.as(anna)('user.get')).body.user?.status).toBe('active')
    expect(server.sql('select searchable from profiles')).toEqual([{ searchable: 1 }])
    expect(server.sql('select member, kind from changes')).toEqual([{ member: anna.id, kind: 'user' }])
  })

  test.each([
    [2, 2],
    [SIGNUP_STEPS, null],
  ])('[ACC-1] leaves a member at signup step %s there, or after the last one at %s', async (before, after) => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    await server.as(anna)('notifications.put', { body: { signup_step: before } })
    await press(await tokenOf(anna))
    expect((await server.as(anna)('user.get')).body.user?.settings.signup_step).toBe(after)
  })

  test('[ACC-6] a second opening within 48 hours leads to the same page and changes nothing', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    const token = await tokenOf(anna)
    await press(token)
    server.clock.advance(48 * HOUR_MS - 1)
    expect(await press(token)).toBe('/activate/done')
    expect(server.sql('select member from changes')).toHaveLength(1)
    server.clock.advance(1)
    expect(await press(token)).toBe('/activate/error')
  })

  test('[ACC-6] is valid for 48 hours', async () => {
    const [anna, bert] = [
      await server.signUp('Anna', { status: 'not_confirmed' }),
      await server.signUp('Bert', { status: 'not_confirmed' }),
    ]
    const [early, late] = [await tokenOf(anna), await tokenOf(bert)]
    server.clock.advance(48 * HOUR_MS - 1)
    expect([await press(early), statusOf(anna)]).toEqual(['/activate/done', 'active'])
    server.clock.advance(1)
    expect([await press(late), statusOf(bert)]).toEqual(['/activate/error', 'not_confirmed'])
  })

  test('[ACC-6] exactly one of many parallel openings confirms', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    const token = await tokenOf(anna)
    const led = await Promise.all(Array.from({ length: 20 }, () => press(token)))
    expect(new Set(led)).toEqual(new Set(['/activate/done']))
    expect(server.sql('select member, kind from changes')).toEqual([{ member: anna.id, kind: 'user' }])
  })

  test('[ACC-6] several links all work, and only the first one used has an effect', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    const [first, second] = [await tokenOf(anna), await tokenOf(anna)]
    expect([await press(first), await press(second)]).toEqual(['/activate/done', '/activate/done'])
    expect(server.sql('select member from changes')).toHaveLength(1)
  })

  test('[ACC-6] does not change the session of the browser that opens it', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    await press(await tokenOf(anna), server.as(anna))
    expect((await server.as(anna)('user.get')).body.user?.id).toBe(anna.id)
    expect(server.sql('select count(*) as n from sessions')).toEqual([{ n: 1 }])
  })

  test('[ACC-6] does not restore an account that is being deleted', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    const token = await tokenOf(anna)
    server.sql(`update users set status = 'deleting'`)
    expect([await press(token), statusOf(anna)]).toEqual(['/activate/error', 'deleting'])
  })

  test('[ACC-6] confirms nobody when a mail scanner opens it, and shows a form that works without scripts', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed', language: 'en' })
    const link = await activationLink(server.deps, anna.id)
    const open = (method = 'GET') => server.app.request(link, { method })
    await open('HEAD')
    const page = await open()
    expect([page.status, page.headers.get('cache-control'), statusOf(anna)]).toEqual([200, 'no-store', 'not_confirmed'])
    const html = await page.text()
    expect(html).not.toContain('<script')
    expect(html).toContain('<html lang="en">')
    const [, action = '', token = ''] =
      /<form method="post" action="([^"]+)"><input type="hidden" name="token" value="([^"]+)">/.exec(html) ?? []
    const pressed = await server.app.request(new URL(action, link).href, {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', host: 'localhost:3000' },
      body: new URLSearchParams({ token }),
    })
    const led = pressed.headers.get('location')
    // The browser of a mail app may be in another language [SITE-2].
    expect([pressed.status, led, statusOf(anna)]).toEqual([303, '/activate/done?mail_lang=en', 'active'])
    // The account is confirmed, so there is no button to press.
    expect((await open()).headers.get('location')).toBe('/activate/done')
    server.clock.advance(48 * HOUR_MS)
    expect((await open()).headers.get('location')).toBe('/activate/error')
  })

  test('[PROF-12] shows that the address takes mail after all, so that the alert about a bounce ends', async () => {
    const anna = await server.signUp('Anna', { status: 'not_confirmed' })
    server.sql(`update users set notifications_disabled = '["bounce","listunsubscribe"]'`)
    await press(await tokenOf(anna))
    expect((await server.as(anna)('user.get')).body.user?.notifications_disabled).toEqual(['listunsubscribe'])
  })

  describe('the message written at signup', () => {
    test('[ACC-1] goes to the member whose page led here, after the address is confirmed and at the usual cost', async () => {
      const bert = await server.signUp('Bert')
      const carla = await joinBy(bert.id)
      expect(messages()).toEqual([])
      const token = await tokenOf(carla)
      await Promise.all([press(token), press(token), press(token)])
      expect(messages()).toEqual([{ sender: carla.id, text: 'I saw you by the sea.' }])
      expect(server.sql('select credits, signup_message from users where id = ?', carla.id)).toEqual([
        { credits: 4, signup_message: null },
      ])
      expect((await server.as(bert)('chats.get')).body.chats).toHaveLength(1)
    })

    test('[ACC-1] is dropped silently if it may not be sent', async () => {
      const bert = await server.signUp('Bert')
      const carla = await joinBy(bert.id)
      server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', bert.id, carla.id)
      expect(await press(await tokenOf(carla))).toBe('/activate/done')
      expect([messages(), statusOf(carla)]).toEqual([[], 'active'])
      const nobody = await server.visitor('signup', {
        body: signupForm({ email: 'dora@example.test', signup_message: 'Hello', signup_profile: 999_999 }),
      })
      expect(await press(await tokenOf({ id: nobody.body.user?.id ?? 0 }))).toBe('/activate/done')
      expect(messages()).toEqual([])
    })
  })
})

const searchable = (id: number) => server.sql('select searchable from profiles where id = ?', id)[0]?.['searchable']

test('[ACC-6] search finds a confirmed member, but not an invisible or restricted one', async () => {
  const [anna, bea, carla] = await Promise.all(
    ['Anna', 'Bea', 'Carla'].map((name) =>
      server.signUp(name, { status: 'not_confirmed', searchable: false, invisible: name === 'Bea' }),
    ),
  )
  server.sql("update users set sanction = 'restricted' where id = ?", carla?.id)
  for (const member of [anna, bea, carla])
    await server.deps.write((tx) => confirmAddress(tx, server.deps, member?.id ?? 0))
  expect([anna, bea, carla].map((member) => searchable(member?.id ?? 0))).toEqual([1, 0, 0])
})
