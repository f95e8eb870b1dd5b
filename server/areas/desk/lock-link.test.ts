/** Mails to staff about unknown logins and changed factors, and the link that locks the account [DESK-1]. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { totpCode } from '../../adapters/totp.ts'
import { isDeskRefusal, isRefusal } from '../../http/reply.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import { inboxOf, runJobs, tokenIn } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addStaff, resetStaff } from './staff.ts'

const MAIL = 'orla@staff.test'
const OWN = 'a password of her own'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let server: TestServer
let jar: Map<string, string>
let secret: string
beforeEach(async () => {
  server = await createTestServer()
  jar = new Map()
  const added = await addStaff(server.deps, null, { mail: MAIL, name: 'Orla', role: 'owner', reason: 'the first' })
  if (isRefusal(added) || isDeskRefusal(added)) throw new Error('The account was not added')
  await browser()('login', { body: { mail: MAIL, password: added.password } })
  ;({ secret } = (await browser()('totp.begin')).body)
  await browser()('totp.confirm', { body: { code: totpCode(secret, server.clock.now()) } })
  await browser()('password.set', { body: { old_password: added.password, password: OWN, password_repeat: OWN } })
  await runJobs(server)
})
afterEach(() => server.close())

const browser =
  (cookies = jar): DeskCaller =>
  async (name, ...input) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const headers = { 'user-agent': FIREFOX, 'accept-language': 'de' }
    const answered = await deskOn(server.app, cookie, headers)(name, ...input)
    for (const line of answered.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(key, value)
    }
    return answered
  }
const enter = async (cookies: Map<string, string>) => {
  server.clock.advance(MINUTE_MS)
  await browser(cookies)('login', { body: { mail: MAIL, password: OWN } })
  await browser(cookies)('second_factor.totp', { body: { code: totpCode(secret, server.clock.now()) } })
  await runJobs(server)
}
const mails = () => inboxOf(server).filter(({ recipient }) => recipient === MAIL)
const lock = (token: string) => deskOn(server.app)('staff.lock', { body: { token } })
const tokenOfLast = () => tokenIn(mails().at(-1), '/desk/not-me')

test('[DESK-1] a login with a new device is mailed to the colleague, in the language of the browser; one with a known device is not', async () => {
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.subject).toContain('Warst du das?')
  expect(mails()[0]?.text).toContain('Firefox, Linux')
  await browser()('logout')
  await enter(jar)
  expect(mails()).toHaveLength(1)
  await enter(new Map())
  expect(mails()).toHaveLength(2)
})

test('[DESK-1] a changed factor and a changed password are mailed', async () => {
  const { secret: next } = (await browser()('totp.begin')).body
  server.clock.advance(MINUTE_MS)
  await browser()('totp.confirm', { body: { code: totpCode(next, server.clock.now()) } })
  const changed = 'another password of hers'
  await browser()('password.set', { body: { old_password: OWN, password: changed, password_repeat: changed } })
  await runJobs(server)
  const [, ...changes] = mails()
  // Both mails are jobs that run at the same time.
  expect(new Set(changes.map(({ text }) => /zweiter Faktor|Passwort deines/.exec(text)?.[0]))).toEqual(
    new Set(['zweiter Faktor', 'Passwort deines']),
  )
  expect(changes).toHaveLength(2)
})

test('[DESK-1] the link ends every session and locks the account until an owner resets it', async () => {
  const thief = new Map<string, string>()
  await enter(thief)
  const token = tokenOfLast()
  expect((await lock(token)).body).toEqual({ locked: true })
  for (const cookies of [jar, thief]) expect((await browser(cookies)('staff.list')).status).toBe(401)
  expect((await browser()('login', { body: { mail: MAIL, password: OWN } })).error).toEqual({ error: 'login_failed' })
  expect(server.sql(`select act, staff, subject from audit order by id desc limit 1`)).toEqual([
    { act: 'staff.lock', staff: 1, subject: 1 },
  ])
  server.clock.advance(1)
  const reset = await resetStaff(server.deps, await addTestStaff(server.deps, 'Paula', 'owner'), 1, 'It was a thief.')
  if (isRefusal(reset) || isDeskRefusal(reset)) throw new Error('The account was not reset')
  const again = await browser()('login', { body: { mail: MAIL, password: reset.password } })
  expect(again.body.state).toBe('enrol')
  // The old link is void after the reset.
  expect((await lock(token)).status).toBe(404)
})

test('[DESK-1] a link that is changed, made up or older than 7 days locks nobody', async () => {
  const token = tokenOfLast()
  const [staff = '', at = '', mac = ''] = token.split('.')
  for (const wrong of [`2.${at}.${mac}`, `${staff}.${Number(at) + 1}.${mac}`, `${staff}.${at}.${'A'.repeat(43)}`, 'x'])
    expect((await lock(wrong)).status).toBe(404)
  server.clock.advance(7 * DAY_MS)
  expect((await lock(token)).status).toBe(404)
  expect(server.sql(`select password_hash <> '' as open from staff`)).toEqual([{ open: 1 }])
})
