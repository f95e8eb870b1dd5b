/** The request to begin at once and its acknowledgement are stored with their order. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BEGIN_TEXT_VERSION } from '#contract/limits.ts'
import { LOCALES } from '#contract/locales.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { chooseAtSandbox } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { credits: 0, language: 'en' })
})
afterEach(() => server.close())

const BEGIN = { version: BEGIN_TEXT_VERSION, language: 'de' } as const
const order = (over = {}) => ({ client_id: server.deps.newId(), package: '15', price: 749, currency: 'EUR', ...over })
const stored = (id: string) =>
  server.sql('select begin_at, begin_version, begin_language from payments where id = ?', id)[0]
const pay = (id: string) => chooseAtSandbox(server, id, 'paid')

test('[PAY-11] an order stores the request with its time, version and language, and export and receipt repeat it', async () => {
  const body = { ...order({ begin: BEGIN }), method: 'creditcard', remember: true } as const
  expect((await server.as(anna)('payments.create', { body })).status).toBe(201)
  const at = server.clock.now()
  expect(stored(body.client_id)).toEqual({ begin_at: at, begin_version: BEGIN.version, begin_language: 'de' })
  server.clock.advance(60_000)
  await pay(body.client_id)
  await runJobs(server)
  expect(inboxOf(server)[0]?.text).toContain(
    'On June 15, 2026 at 12:00:00 UTC, with the payment button, you asked us to make the credits available at once, before the withdrawal period ends, and you acknowledged that credits you have spent are not paid back if you withdraw (text of November 27, 2026, language: German).',
  )
  const answer = await exportFileOf(server, anna)
  expect(await answer.text()).toContain(JSON.stringify({ at, version: BEGIN.version, language: 'de' }))

  const again = order({ price: 999, begin: BEGIN })
  expect((await server.as(anna)('payments.repeat', { body: again })).status).toBe(201)
  expect(stored(again.client_id)).toMatchObject({ begin_version: BEGIN.version, begin_language: 'de' })
})

test('[PAY-11] an order of an older app version is accepted and stored without the request, and its receipt does not mention it', async () => {
  const body = { ...order(), method: 'creditcard' } as const
  expect((await server.as(anna)('payments.create', { body })).status).toBe(201)
  expect(stored(body.client_id)).toEqual({ begin_at: null, begin_version: null, begin_language: null })
  await pay(body.client_id)
  await runJobs(server)
  expect(inboxOf(server)[0]?.text).not.toContain('you asked us to make')
})

test('[PAY-11] a request in an unknown language or without a version is refused', async () => {
  const versions = ['newest', '2026-13-45', '2026-02-31'].map((version) => ({ ...BEGIN, version }))
  for (const begin of [{ ...BEGIN, language: 'xx' }, ...versions, { language: 'de' }]) {
    const body = { ...order({ begin }), method: 'creditcard' } as const
    expect((await server.as(anna)('payments.create', { body })).error?.error).toBe('invalid_input')
  }
})

test('[PAY-11] the text at the button gets a new version when it changes in any language', () => {
  const texts = LOCALES.map((locale) => {
    const file = readFileSync(join(import.meta.dirname, `../../../locales/${locale}.json`), 'utf8')
    return (JSON.parse(file) as Record<string, string>)['pay.beginAtOnce']
  })
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16)
  // A changed text changes this hash: give `BEGIN_TEXT_VERSION` the date of the change, then write both here.
  expect([BEGIN_TEXT_VERSION, hash]).toEqual(['2026-11-27', 'c8cfd1170fad5df7'])
})
