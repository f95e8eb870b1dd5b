import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { linkToken } from '../account/links.ts'
import { MailRefused } from '../../adapters/mail.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs, tokenIn } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { unsubscribeLink } from './unsubscribe.ts'

const SECRET = 'a secret of the mail server'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer({ env: { MAIL_FEEDBACK_SECRET: SECRET } })
  anna = await server.signUp('Anna')
})
afterEach(() => server.close())

const user = async () => (await server.as(anna)('user.get')).body.user
const seq = () => server.sql('select feed_seq as seq from users where id = ?', anna.id)[0]?.['seq']
const tokenFor = async (preference: 'like' | 'weekly_updates') =>
  new URL(await unsubscribeLink(server.deps, anna.id, preference)).searchParams.get('token') ?? ''

describe('[PWA-5] the unsubscribe link of a kind of mail', () => {
  test('switches off that mail, stores the reason, and notifies the devices; a second use changes nothing', async () => {
    const token = await tokenFor('like')
    expect((await server.visitor('unsubscribe', { query: { token } })).status).toBe(200)
    expect((await user())?.settings.notifications.like).toEqual({ mail: false, push: true })
    expect((await user())?.notifications_disabled).toEqual(['listunsubscribe'])
    const told = seq()
    expect((await server.visitor('unsubscribe', { query: { token } })).body).toEqual({})
    expect([seq(), (await user())?.notifications_disabled]).toEqual([told, ['listunsubscribe']])

    // A member who enables mail again can use the same link again.
    await server.as(anna)('notifications.enable')
    await server.visitor('unsubscribe', { query: { token } })
    expect((await user())?.notifications_disabled).toEqual(['listunsubscribe'])
    expect((await user())?.settings.notifications.weekly_updates.mail).toBe(true)
  })

  test('opened by a person or a mail scanner, it changes nothing and leads to a page that asks', async () => {
    const token = await tokenFor('weekly_updates')
    const { status, headers } = await server.visitor('unsubscribe.open', { query: { token } })
    expect([status, headers.get('location')]).toEqual([303, `/notifications?unsubscribe=${token}&about=weekly_updates`])
    expect(headers.get('cache-control')).toBe('no-store')
    // The browser of a mail app may be in another language [SITE-2].
    const fromMail = await server.app.request(`http://localhost/api/unsubscribe?token=${token}&mail_lang=de`)
    expect(fromMail.headers.get('location')).toBe(`${headers.get('location')}&mail_lang=de`)
    expect(await user()).toMatchObject({ notifications_disabled: [] })
    const odd = await server.visitor('unsubscribe.open', { query: { token: '&next=https://elsewhere.test/' } })
    expect(odd.headers.get('location')).toBe('/notifications?unsubscribe=%26next%3Dhttps%3A%2F%2Felsewhere.test%2F')
  })

  test('is the same in all mails of a kind, so that it is stored once', async () => {
    const token = await tokenFor('like')
    for (let month = 0; month < 12; month += 1) {
      server.clock.advance(30 * DAY_MS)
      expect(await tokenFor('like')).toBe(token)
      expect(await tokenFor('weekly_updates')).not.toBe(token)
    }
    const kinds = server.sql(`select data from tokens where kind = 'unsubscribe' order by data`)
    expect(kinds).toEqual([{ data: 'like' }, { data: 'weekly_updates' }])
  })

  test('is valid for half a year after the last mail, and works for no other kind of link', async () => {
    const token = await tokenFor('like')
    server.clock.advance(30 * DAY_MS - 1)
    await tokenFor('like')
    const other = await linkToken(server.deps, { member: anna.id, kind: 'activation', lifeMs: DAY_MS, data: 'like' })
    for (const wrong of [other, 'made up']) {
      const { error } = await server.visitor('unsubscribe', { query: { token: wrong } })
      expect(error).toEqual({ error: 'link_invalid' })
    }
    server.clock.advance(180 * DAY_MS)
    expect((await server.visitor('unsubscribe', { query: { token } })).status).toBe(200)
    server.clock.advance(1)
    expect((await server.visitor('unsubscribe', { query: { token } })).error).toEqual({ error: 'link_invalid' })
  })
})

const tell = (body: { secret: string; email: string; kind: 'bounce' | 'complaint' }) =>
  server.visitor('mail.feedback', { body })

describe('[PROF-12] feedback of the mail server', () => {
  test('disables mail to an address that bounced, or whose owner reported spam', async () => {
    expect((await tell({ secret: SECRET, email: 'ANNA@Example.test', kind: 'bounce' })).status).toBe(200)
    expect((await user())?.notifications_disabled).toEqual(['bounce'])
    expect(seq()).toBe(1)
    await tell({ secret: SECRET, email: anna.email, kind: 'bounce' })
    expect(seq()).toBe(1)
    await tell({ secret: SECRET, email: anna.email, kind: 'complaint' })
    expect((await user())?.notifications_disabled).toEqual(['bounce', 'fbl'])
    // An unknown address changes nothing.
    expect((await tell({ secret: SECRET, email: 'who@example.test', kind: 'bounce' })).status).toBe(200)
  })

  describe('[ACC-11] about the new address of a change', () => {
    const NEW = 'anna.new@example.test'
    const ask = (email = NEW) => server.as(anna)('mail_change.ask', { body: { email, password: TEST_PASSWORD } })
    const bounce = (email = NEW) => tell({ secret: SECRET, email, kind: 'bounce' })

    test('shows in the app, ends the link, and leaves the old address as it is', async () => {
      await ask()
      await runJobs(server)
      const token = tokenIn(
        inboxOf(server).find(({ recipient }) => recipient === NEW),
        'token',
      )
      const before = Number(seq())
      await bounce('Anna.New@example.test')
      expect(await user()).toMatchObject({ email: anna.email, bounced_address: NEW, notifications_disabled: [] })
      expect(seq()).toBe(before + 1)
      expect((await server.visitor('mail_change.do', { body: { token } })).error).toEqual({ error: 'link_invalid' })
      // The provider reports it again.
      await bounce()
      expect(seq()).toBe(before + 1)
      server.clock.advance(7 * DAY_MS)
      expect((await user())?.bounced_address).toBeUndefined()
    })

    test('shows until the member asks for another address, and a bounce of a replaced address shows nothing', async () => {
      await ask()
      await runJobs(server)
      await bounce()
      const before = Number(seq())
      await ask('anna.other@example.test')
      expect(seq()).toBe(before + 1)
      await runJobs(server)
      expect((await user())?.bounced_address).toBeUndefined()
      await bounce()
      expect((await user())?.bounced_address).toBeUndefined()
    })

    test('shows at once if the mail server refuses the recipient', async () => {
      await ask()
      const refusing = { send: () => Promise.reject(new MailRefused('550 no such user', true)), close: () => undefined }
      await runJobs(server, { mailer: refusing })
      expect((await user())?.bounced_address).toBe(NEW)
    })
  })

  test('needs the secret; without a configured secret the call does not exist', async () => {
    const wrong = await tell({ secret: `${SECRET}.`, email: anna.email, kind: 'bounce' })
    expect([wrong.status, wrong.error]).toEqual([404, { error: 'not_found' }])
    expect((await user())?.notifications_disabled).toEqual([])
    const without = await createTestServer()
    for (const secret of ['', 'undefined', SECRET]) {
      const { status } = await without.visitor('mail.feedback', {
        body: { secret, email: 'who@example.test', kind: 'bounce' },
      })
      expect(status).toBe(404)
    }
    await without.close()
  })
})
