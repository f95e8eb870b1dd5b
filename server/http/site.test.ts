import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { smtpMailer } from '../adapters/mail.ts'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { callsOn, type Call } from '../testing/calls.ts'
import { testClient } from '../testing/client.ts'
import { createApp } from '../app.ts'
import { applyProviderState } from '../areas/money/settle.ts'
import { sanctionMember } from '../areas/safety/desk.ts'
import { signupForm } from '../testing/forms.ts'
import { addPayment } from '../testing/money-rows.ts'
import { inboxOf, linkIn, runJobs, smtpStandIn, type SmtpStandIn } from '../testing/post-office.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

const COMPANY = { ...DEFAULT_SITE_SETTINGS.company, name: 'Nacht GmbH', city: 'Berlin', country: 'DE' }
const NIGHT: Record<string, unknown> = {
  name: 'Nacht',
  domain_language: 'de',
  min_age: 21,
  signup_credits: 9,
  message_credits: 4,
  company: COMPANY,
  packages: [{ credits: 15, prices: { '*': 1_500 } }],
  currencies: { '*': 'CHF' },
}

let server: TestServer
let night: Call
const set = (key: string, value: unknown, domain = 'nacht.test') =>
  server.sql(
    'insert into site_settings (domain, key, value) values (?, ?, ?) on conflict (domain, key) do update set value = excluded.value',
    domain,
    key,
    JSON.stringify(value),
  )

beforeEach(async () => {
  server = await createTestServer({ env: { PUBLIC_URL: 'https://visavis.test' } })
  for (const [key, value] of Object.entries(NIGHT)) set(key, value)
  night = callsOn(server.app, undefined, 'nacht.test')
})
afterEach(() => server.close())

/** A birthday that makes the member 19 years old on the test's day. */
const NINETEEN = '2007-01-01'

const join = async (changes: Parameters<typeof signupForm>[0] = {}): Promise<{ id: number; call: Call }> => {
  const { body, headers } = await night('signup', { body: signupForm(changes) })
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  return { id: body.user?.profile.id ?? 0, call: callsOn(server.app, cookie, 'nacht.test') }
}

describe('[SITE-15] a domain with settings of its own', () => {
  test('[ACC-3] refuses a 19-year-old if the minimum age is 21, while the main domain accepts them', async () => {
    const young = signupForm({ date_of_birth: NINETEEN })
    expect((await night('signup', { body: young })).error).toMatchObject({ fields: { date_of_birth: 'too_young' } })
    expect((await server.visitor('signup', { body: young })).status).toBe(200)
  })

  test('[ACC-15] closes only its own signups', async () => {
    set('signups', 'none')
    expect((await night('signup', { body: signupForm() })).error?.error).toBe('signups_closed')
    expect((await server.visitor('signup', { body: signupForm() })).status).toBe(200)
  })

  test('has prices, company, first credits and message costs of its own', async () => {
    const { id, call } = await join()
    expect((await call('user.get')).body.user?.credits).toBe(9)
    expect((await night('packages.get', { query: {} })).body).toMatchObject({
      packages: [expect.objectContaining({ credits: 15, price: 1_500, currency: 'CHF' })],
    })
    expect((await night('companyinfo.get')).body.companyinfo).toEqual(COMPANY)
    expect((await server.visitor('companyinfo.get')).body.companyinfo.name).toBe('Visavis Demo')
    server.sql(`update users set status = 'active' where id = ?`, id)
    const bert = await server.signUp('Bert')
    const client_id = '01890a5d-ac96-774b-bcce-b302099a8057'
    await call('messages.send', { body: { client_id, profile: bert.id, type: 'text', text: 'Hallo' } })
    expect((await call('user.get')).body.user?.credits).toBe(5)
  })

  test('puts its own company on the invoice, also if the invoice is read on the main domain', async () => {
    const { id, call } = await join()
    const order = { client_id: '01890a5d-ac96-774b-bcce-b302099a8059', package: '15', price: 1_125, currency: 'CHF' }
    const made = await call('payments.create', { body: { ...order, method: 'paypal' } })
    expect(made.error).toBeUndefined()
    expect(server.sql('select domain from payments')).toEqual([{ domain: 'nacht.test' }])
    server.sql(`update payments set status = 'completed', completed_at = ?, invoice = 1`, server.clock.now())
    const cookie = (
      await server.visitor('user.login', { body: { email: 'carla@example.test', password: 'bicycles under water' } })
    ).headers.get('set-cookie')
    const elsewhere = callsOn(server.app, (cookie ?? '').split(';')[0])
    const { body } = await elsewhere('transactions.get', { params: { id: order.client_id } })
    expect(body.invoice?.seller.name).toBe('Nacht GmbH')
    expect(id).toBeGreaterThan(0)
  })

  test('is stored with the signup: mails name it and link to it', async () => {
    await join({ language: 'de' })
    expect(server.sql('select domain from users')).toEqual([{ domain: 'nacht.test' }])
    server.clock.advance(3_600_000)
    await runJobs(server)
    const [mail] = inboxOf(server)
    expect(mail?.text).toContain('Nacht')
    expect(linkIn(mail, 'activate').origin).toBe('https://nacht.test')
    await server.visitor('password.reset', { body: { email: 'carla@example.test' } })
    await runJobs(server)
    expect(linkIn(inboxOf(server).at(-1), 'reset-password').origin).toBe('https://nacht.test')
  })

  test('[SITE-10] acknowledges and answers a complaint under its own name', async () => {
    const letter = { name: 'Carla Rossi', email: 'carla@example.test', text: 'Something is wrong.' }
    await night('complaints.send', { body: letter })
    await runJobs(server)
    expect(inboxOf(server)[0]?.text).toContain('Nacht')
    expect(inboxOf(server)[0]?.subject).toContain('Wir haben')
  })

  test('[SAFE-8] acknowledges a report of its member under its own name', async () => {
    const { id, call } = await join({ language: 'de' })
    server.sql(`update users set status = 'active', domain = '' where id = ?`, id)
    const bert = await server.signUp('Bert')
    await call('reports.send', { body: { profile: bert.id, reason: 'spam' } })
    await runJobs(server)
    const receipt = inboxOf(server).find(({ subject }) => subject.includes('M-') || subject.includes('R-'))
    expect(receipt?.text).toContain('Nacht')
  })

  test('[DESK-8] states a decision to its member under its own name, and leads to its own settings', async () => {
    const { id } = await join({ language: 'de' })
    await sanctionMember(server.deps, id, { kind: 'warned', reason: 'spam', note: '', until: null })
    await runJobs(server)
    const statement = inboxOf(server).at(-1)
    expect(statement?.text).toContain('Nacht')
    expect(linkIn(statement, 'notifications').origin).toBe('https://nacht.test')
  })

  test('[PAY-7] asks for its own welcome code when a payment completes', async () => {
    set('welcome_discount', { code: 'NACHT25', value_percentage: 25, hours: 4 })
    const { id } = await join()
    const order = { discountCode: 'NACHT25', domain: 'nacht.test' }
    addPayment(server, id, order)
    const second = addPayment(server, id, { ...order, status: 'pending' })
    const [row] = server.sql('select reference from payments where id = ?', second)
    const paid = { reference: String(row?.['reference']), paymentId: second, status: 'paid', amount: 999 } as const
    const rest = { currency: 'EUR', refunded: 0, chargedBack: 0, failure: null, mandate: null, checkoutUrl: null }
    await applyProviderState(server.deps, { ...paid, ...rest }, server.clock.now())
    expect(server.sql('select status from payments where id = ?', second)).toEqual([{ status: 'refunded' }])
  })

  test('does not exist without stored settings: a made-up host gets no links and no members of its own', async () => {
    const strange = callsOn(server.app, undefined, 'evil.test')
    expect((await strange('settings.get')).body.settings.domain).toBe('visavis.test')
    await strange('signup', { body: signupForm({ date_of_birth: NINETEEN }) })
    expect(server.sql('select domain from users')).toEqual([{ domain: '' }])
    server.clock.advance(3_600_000)
    await runJobs(server)
    expect(linkIn(inboxOf(server)[0], 'activate').origin).toBe('https://visavis.test')
  })
})

describe('[SITE-15] the sender of a mail', () => {
  let post: SmtpStandIn
  beforeEach(async () => {
    post = await smtpStandIn()
  })
  afterEach(() => post.close())
  const fromOf = async (): Promise<string | undefined> => {
    await join({ language: 'de' })
    server.clock.advance(3_600_000)
    const mailer = smtpMailer(post.url, server.deps.env.MAIL_FROM)
    await runJobs(server, { mailer })
    mailer.close()
    return /^From: (.*)$/m.exec(post.received[0]?.raw ?? '')?.[1]?.trim()
  }

  test('is the domain’s own if it has one', async () => {
    set('mail_from', 'Nacht <hallo@nacht.test>')
    expect(await fromOf()).toBe('Nacht <hallo@nacht.test>')
  })

  test('is the main address under the domain’s name if it has none', async () => {
    expect(await fromOf()).toBe('Nacht <no-reply@visavis.test>')
  })
})

test('[SITE-15] [SITE-14] a document is in the name, language and address of the requested domain', async () => {
  const app = createApp(server.deps, { client: testClient() })
  const at = async (host: string) => (await app.request(`https://${host}/`)).text()
  expect(await at('visavis.test')).toContain('<title>it · Visavis</title>')
  const own = await at('nacht.test')
  expect(own).toContain('<title>de · Nacht</title>')
  expect(own).toContain('rel="canonical" href="https://nacht.test/"')
  // A changed setting applies at once, on its domain.
  set('name', 'Nachtleben')
  expect(await at('nacht.test')).toContain('<title>de · Nachtleben</title>')
  expect(await at('visavis.test')).toContain('<title>it · Visavis</title>')
})

test('[SITE-15] a changed setting reaches a cached page at once, even if its title stays the same', async () => {
  const app = createApp(server.deps, { client: testClient('<body>From {{age}}</body>') })
  const night = async () => (await app.request('https://nacht.test/')).text()
  expect(await night()).toContain('From 21')
  set('min_age', 25)
  expect(await night()).toContain('From 25')
})
