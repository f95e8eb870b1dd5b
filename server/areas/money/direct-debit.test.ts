import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { PaymentUnavailable } from '../../adapters/payments/provider.ts'
import { RATES } from '../../rates.ts'
import type { TestMember } from '../../testing/members.ts'
import { addCode } from '../../testing/money-rows.ts'
import { jobsOf, runJobs, smsOf } from '../../testing/post-office.ts'
import { orderForm } from '../../testing/forms.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { markMember } from '../safety/identity.ts'
import { setPayerBlocked } from './direct-debit-payer.ts'

type Form = CallInput<'directdebit.start'>['body']

const IBANS = [
  'IT60X0542811101000000123456',
  'DE89370400440532013000',
  'NL91ABNA0417164300',
  'FR1420041010050500013M02606',
  'AT611904300234573201',
] as const

let server: TestServer
let anna: TestMember
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { country: 'IT', credits: 0 })
})
afterEach(() => server.close())

const idOf = (number: number): string => `01890a5d-ac96-774b-bcce-b302099a80${String(number).padStart(2, '0')}`

const formOf = async (change: Partial<Form> = {}, member = anna): Promise<Form> => {
  const { body } = await server.as(member)('packages.get', { query: {} })
  const [cheapest] = body.packages
  return {
    client_id: idOf(1),
    package: cheapest?.id ?? '',
    price: cheapest?.price ?? 0,
    currency: body.currency,
    account_holder: 'Anna Rossi',
    iban: 'IT60 X054 2811 1010 0000 0123 456',
    street: 'Via Roma',
    house_number: '7/b',
    zip: '20121',
    city: 'Milano',
    phone: '347 123 4567',
    ...change,
  }
}

const start = async (change: Partial<Form> = {}, member = anna) =>
  server.as(member)('directdebit.start', { body: await formOf(change, member) })

/** The code of the last SMS. */
const sentCode = async (): Promise<string> => {
  await runJobs(server)
  return /\d{6}/.exec(smsOf(server).at(-1)?.text ?? '')?.[0] ?? ''
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000')

const confirm = (sms_code: string, directdebit = idOf(1), member = anna) =>
  server.as(member)('directdebit.confirm', { body: { directdebit, sms_code } })

const payments = () => server.sql('select id, status, method, amount from payments order by id')

/** Sends form and code, up to the payment that waits for the bank. */
const debit = async (change: Partial<Form> & { client_id: string }, member = anna) => {
  const started = await start(change, member)
  expect(started.error).toBeUndefined()
  return confirm(await sentCode(), change.client_id, member)
}

describe('[PAY-10] the complete process', () => {
  test('form, code, a payment that waits for the bank, credits', async () => {
    const started = await start()
    expect(started.status).toBe(200)
    expect(started.body).toEqual({
      directdebit: idOf(1),
      phone: '+39 •••• 4567',
      iban: 'IT60 •••• 3456',
      mandate: expect.stringMatching(/^DD-260615-[2-9A-Z]{8}$/),
    })
    expect(payments()).toEqual([])

    const code = await sentCode()
    expect(smsOf(server)).toMatchObject([{ recipient: '+393471234567' }])
    expect(smsOf(server)[0]?.text).toMatch(/^Visavis.*: \d{6} .*\n\n@localhost #\d{6}$/)
    const { body } = await confirm(code)
    expect(body.payment).toMatchObject({
      payment_id: idOf(1),
      status: 'pending',
      method: 'directdebit',
      credits: 15,
      amount: 749,
      checkout_url: null,
      repeated: false,
    })

    server.clock.advance(MINUTE_MS)
    await runJobs(server)
    const { body: after } = await server.as(anna)('payments.get', { params: { id: idOf(1) } })
    expect(after.payment.status).toBe('completed')
    expect(server.sql('select credits, paid_user from users where id = ?', anna.id)).toEqual([
      { credits: 15, paid_user: 1 },
    ])
    // No method is stored, because the member did not allow it [PAY-13].
    expect(server.sql('select * from stored_methods')).toEqual([])
  })

  test('only the phone has the plain code', async () => {
    await start()
    const code = await sentCode()
    for (const table of ['direct_debits', 'jobs', 'payments'])
      expect(JSON.stringify(server.sql(`select * from ${table}`))).not.toContain(code)
  })

  test('a repeated confirmation is one payment, also if the first answer was lost', async () => {
    await start()
    const code = await sentCode()
    const answers = await Promise.all([confirm(code), confirm(code)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await confirm('anything')).body.payment.payment_id).toBe(idOf(1))
    expect(payments()).toHaveLength(1)
    expect(server.sql('select count(*) as n from sandbox_payments')).toEqual([{ n: 1 }])
  })

  test('a repeated form is the same direct debit with another code', async () => {
    const first = await start()
    const before = await sentCode()
    const again = await start({ phone: '+39 333 1234567' })
    expect(again.body).toMatchObject({ mandate: first.body.mandate, phone: '+39 •••• 4567' })
    const code = await sentCode()
    expect(smsOf(server).at(-1)?.recipient).toBe('+393331234567')
    expect(code).not.toBe(before)
    expect((await confirm(before)).error?.error).toBe('sms_code_invalid')
    expect((await confirm(code)).status).toBe(200)
    // After the confirmation, the form changes nothing any more.
    expect((await start({ iban: IBANS[1] })).body.iban).toBe('IT60 •••• 3456')
    expect(server.sql('select iban from direct_debits')).toEqual([{ iban: IBANS[0] }])
  })

  test('the price of the form counts, even if the bonus ends before the code is entered', async () => {
    server.clock.advance(4 * 60 * MINUTE_MS - MINUTE_MS)
    const form = await formOf()
    await server.as(anna)('directdebit.start', { body: form })
    const code = await sentCode()
    server.clock.advance(5 * MINUTE_MS)
    expect((await formOf()).price).toBeGreaterThan(form.price)
    expect((await confirm(code)).body.payment.amount).toBe(form.price)
  })
})

describe('[PAY-10] every refusal has its own error', () => {
  test('an invalid IBAN and an invalid phone, at their fields', async () => {
    expect((await start({ iban: 'IT60X0542811101000000123457' })).error).toEqual({
      error: 'invalid_input',
      fields: { iban: 'iban_invalid' },
    })
    expect((await start({ iban: 'IT61', phone: '02 1234 5678' })).error?.fields).toEqual({
      iban: 'iban_invalid',
      phone: 'phone_invalid',
    })
    expect((await start({ account_holder: ' ', zip: '' })).error?.fields).toEqual({
      account_holder: 'required',
      zip: 'required',
    })
    expect(server.sql('select * from direct_debits')).toEqual([])
  })

  test('a blocked IBAN in any spelling', async () => {
    await setPayerBlocked(server.deps, 'iban', 'it60 x054 2811 1010 0000 0123 456', true)
    expect(await start()).toMatchObject({ status: 403, error: { error: 'iban_blocked' } })
    await setPayerBlocked(server.deps, 'iban', IBANS[0], false)
    expect((await start()).status).toBe(200)
  })

  test('a blocked phone', async () => {
    await setPayerBlocked(server.deps, 'phone', '+39 347 1234567', true)
    expect(await start()).toMatchObject({ status: 403, error: { error: 'phone_blocked' } })
  })

  test('[DESK-10] the IBAN and the phone of a banned account, and nobody else’s', async () => {
    await debit({ client_id: idOf(1) })
    await server.deps.write((tx) => markMember(server.deps, tx, anna.id, 1, server.clock.now()))
    const bert = await server.signUp('Bert', { country: 'IT' })
    const [iban, phone] = [IBANS[1], '347 765 4321']
    expect((await start({ client_id: idOf(2), phone }, bert)).error?.error).toBe('iban_blocked')
    expect((await start({ client_id: idOf(3), iban }, bert)).error?.error).toBe('phone_blocked')
    expect((await start({ client_id: idOf(4), iban, phone }, bert)).status).toBe(200)
  })

  test('a block between form and code', async () => {
    await start()
    const code = await sentCode()
    await setPayerBlocked(server.deps, 'iban', IBANS[0], true)
    expect((await confirm(code)).error?.error).toBe('iban_blocked')
    expect(payments()).toEqual([])
  })

  test('a wrong code, and after five of them any code', async () => {
    await start()
    const code = await sentCode()
    const errors: unknown[] = []
    for (let count = 0; count < 5; count += 1) errors.push((await confirm(wrong(code))).error?.error)
    expect(errors).toEqual([...Array.from({ length: 4 }, () => 'sms_code_invalid'), 'link_invalid'])
    expect(await confirm(code)).toMatchObject({ status: 410, error: { error: 'link_invalid' } })
    expect(payments()).toEqual([])
    await start()
    expect((await confirm(await sentCode())).status).toBe(200)
  })

  test('parallel guesses all count as failures', async () => {
    await start()
    const code = await sentCode()
    const guesses = Array.from({ length: 20 }, () => confirm(wrong(code)))
    const errors = (await Promise.all(guesses)).map(({ error }) => error?.error)
    expect(errors.filter((error) => error === 'sms_code_invalid')).toHaveLength(4)
    expect((await confirm(code)).error?.error).toBe('link_invalid')
  })

  test('an expired code', async () => {
    await start()
    const code = await sentCode()
    server.clock.advance(10 * MINUTE_MS)
    expect((await confirm(code)).error?.error).toBe('link_invalid')
  })

  test('a code before any was sent', async () => {
    await start()
    expect((await confirm('000000')).error?.error).toBe('sms_code_invalid')
  })

  test('more than three forms by a member in a day', async () => {
    for (const number of [1, 2, 3]) expect((await start({ client_id: idOf(number) })).status).toBe(200)
    expect(await start({ client_id: idOf(4) })).toMatchObject({ status: 429, error: { error: 'directdebit_limit' } })
    // One of the three can still be continued.
    expect((await start({ client_id: idOf(3) })).status).toBe(200)
    server.clock.advance(DAY_MS)
    expect((await start({ client_id: idOf(4) })).status).toBe(200)
  })

  test('more than two debits from one account in a day, by any members', async () => {
    const [bert, carla] = [await server.signUp('Bert'), await server.signUp('Carla')]
    // The third form is sent before the second debit.
    await start({ client_id: idOf(3) }, carla)
    const code = await sentCode()
    expect((await debit({ client_id: idOf(1) })).status).toBe(200)
    expect((await debit({ client_id: idOf(2), phone: '333 1234567' }, bert)).status).toBe(200)
    expect((await confirm(code, idOf(3), carla)).error?.error).toBe('directdebit_limit')
    expect((await start({ client_id: idOf(4) }, carla)).error?.error).toBe('directdebit_limit')
    expect((await start({ client_id: idOf(4), iban: IBANS[1] }, carla)).status).toBe(200)
  })

  test('[SAFE-6] more than five codes an hour, for one member and to one phone', async () => {
    const limited = await createTestServer({ rates: RATES })
    const [first, bert] = [await limited.signUp('Dora'), await limited.signUp('Emil')]
    const form = await formOf()
    const ask = (member: TestMember, change: Partial<Form> = {}) =>
      limited.as(member)('directdebit.start', { body: { ...form, ...change } })
    for (let count = 0; count < 5; count += 1) expect((await ask(first)).status).toBe(200)
    expect(await ask(first)).toMatchObject({ status: 429, error: { error: 'rate_limited' } })
    expect((await ask(bert, { client_id: idOf(2) })).error?.error).toBe('rate_limited')
    expect((await ask(bert, { client_id: idOf(2), phone: '333 1234567' })).status).toBe(200)
    await limited.close()
  })

  test('[SAFE-6] more than twelve codes a day, also for the same direct debit with another phone each time', async () => {
    const limited = await createTestServer({ rates: RATES })
    const dora = await limited.signUp('Dora')
    const form = await formOf()
    const codes: number[] = []
    for (let count = 0; count < 16; count += 1) {
      const phone = `347 12345${count + 10}`
      codes.push((await limited.as(dora)('directdebit.start', { body: { ...form, phone } })).status)
      limited.clock.advance(HOUR_MS / 4)
    }
    // One more has become free in four hours.
    expect(codes.filter((status) => status === 200)).toHaveLength(RATES.sms_day.count + 1)
    await limited.close()
  })

  test('another price, an unknown package, an unknown discount code', async () => {
    const { price } = await formOf()
    expect((await start({ price: price - 1 })).error).toEqual({ error: 'price_changed', price, currency: 'EUR' })
    expect((await start({ package: '7' })).error?.error).toBe('package_unknown')
    expect((await start({ code: 'NOTHING' })).error?.error).toBe('discount_not_found')
  })

  test('[PAY-7] a discount code that someone else used meanwhile', async () => {
    await addCode(server, 'ONCE', { validity: 'once' })
    const bert = await server.signUp('Bert')
    const form = { code: 'ONCE', price: 599 }
    await start(form)
    const code = await sentCode()
    await debit({ ...form, client_id: idOf(2), phone: '333 1234567' }, bert)
    expect((await confirm(code)).error?.error).toBe('discount_used')
    expect(payments()).toHaveLength(1)
  })

  test('a country without direct debits, and a currency other than the euro', async () => {
    const bea = await server.signUp('Bea', { country: 'PL' })
    const phone = '+39 347 1234567'
    expect((await start({ client_id: idOf(2), phone }, bea)).error?.error).toBe('method_unavailable')
    const zoe = await server.signUp('Zoe', { country: 'GB' })
    expect((await start({ client_id: idOf(3), phone }, zoe)).error?.error).toBe('method_unavailable')
  })

  test('another currency, even if the setting lists the country', async () => {
    const payment_methods = { ...DEFAULT_SITE_SETTINGS.payment_methods, directdebit: '*' as const }
    const everywhere = await createTestServer({ settings: { payment_methods } })
    const zoe = await everywhere.signUp('Zoe', { country: 'GB' })
    const { body } = await everywhere.as(zoe)('packages.get', { query: {} })
    const [cheapest] = body.packages
    const form = await formOf({ price: cheapest?.price ?? 0, currency: body.currency, phone: '+39 347 1234567' })
    const answer = await everywhere.as(zoe)('directdebit.start', { body: form })
    expect(answer.error?.error).toBe('method_unavailable')
    await everywhere.close()
  })

  test('a site without SMS does not offer direct debits', async () => {
    const mute = await createTestServer({ env: { MODE: 'production' } })
    const dora = await mute.signUp('Dora')
    const answer = await mute.as(dora)('directdebit.start', { body: await formOf() })
    expect(answer.error?.error).toBe('method_unavailable')
    const { body } = await mute.as(dora)('packages.get', { query: {} })
    expect(body.methods).not.toContain('directdebit')
    await mute.close()
  })

  test('the direct debit of another member is not found', async () => {
    await start()
    const code = await sentCode()
    const bert = await server.signUp('Bert')
    expect((await start({}, bert)).error?.error).toBe('not_found')
    expect((await confirm(code, idOf(1), bert)).error?.error).toBe('not_found')
    expect((await confirm(code, idOf(9))).error?.error).toBe('not_found')
    expect((await confirm(code)).status).toBe(200)
  })
})

describe('[PAY-10] the provider', () => {
  test('gets the mandate with the reference that the payer saw, and debits with it', async () => {
    const told: unknown[] = []
    const { signMandate, order } = server.deps.payments
    Object.assign(server.deps.payments, {
      signMandate: (mandate: Parameters<typeof signMandate>[0]) => {
        told.push(mandate)
        return signMandate(mandate)
      },
      order: (asked: Parameters<typeof order>[0]) => {
        told.push(asked)
        return order(asked)
      },
    })
    const { body } = await start()
    await confirm(await sentCode())
    const [mandate, asked] = told
    expect(mandate).toEqual({
      id: idOf(1),
      accountHolder: 'Anna Rossi',
      iban: IBANS[0],
      reference: body.mandate,
      signedAt: server.clock.now(),
      email: anna.email,
    })
    expect(asked).toMatchObject({
      paymentId: idOf(1),
      method: 'directdebit',
      sequence: 'repeat',
      mandate: expect.any(String),
      customer: expect.any(String),
    })
  })

  test('is unavailable: nothing is debited, the payment fails, and the account can be used again', async () => {
    const { signMandate } = server.deps.payments
    Object.assign(server.deps.payments, { signMandate: () => Promise.reject(new PaymentUnavailable('away')) })
    await start()
    const code = await sentCode()
    expect(await confirm(code)).toMatchObject({ status: 502, error: { error: 'payment_unavailable' } })
    expect(payments()).toMatchObject([{ id: idOf(1), status: 'failed' }])
    expect((await confirm(code)).body.payment.status).toBe('failed')
    Object.assign(server.deps.payments, { signMandate })
    expect((await debit({ client_id: idOf(2) })).body.payment.status).toBe('pending')
  })
})

test('[SAFE-10] after a crash following the right code the debit is sent to the provider once', async () => {
  await start()
  const code = await sentCode()
  const { order } = server.deps.payments
  Object.assign(server.deps.payments, { order: () => Promise.reject(new Error('killed')) })
  expect((await confirm(code)).status).toBe(500)
  expect(payments()).toMatchObject([{ status: 'created' }])
  Object.assign(server.deps.payments, { order })
  server.clock.advance(2 * MINUTE_MS)
  await runJobs(server)
  expect(payments()).toMatchObject([{ status: expect.stringMatching(/pending|completed/) }])
  expect((await confirm(code)).body.payment.payment_id).toBe(idOf(1))
  expect(server.sql('select count(*) as n from sandbox_payments')).toEqual([{ n: 1 }])
})

test('[PAY-7] the confirmation names the new price with its discount, if the price changed while a payment page was open', async () => {
  const page = orderForm(server)
  expect((await server.as(anna)('payments.create', { body: page })).status).toBe(201)
  await start()
  const code = await sentCode()
  const settings = server.deps.settings()
  const [pack] = settings.packages
  const packages = settings.packages.map((one) => (one === pack ? { ...one, prices: { '*': 1_199 } } : one))
  Object.assign(settings, { packages })
  expect((await confirm(code)).error).toEqual({ error: 'price_changed', price: 899, currency: 'EUR' })
  expect(payments()).toMatchObject([{ id: page.client_id }])
})

test('[PAY-10] an unconfirmed direct debit is deleted', async () => {
  await start({ client_id: idOf(1) })
  await sentCode()
  await debit({ client_id: idOf(2) })
  server.clock.advance(3 * DAY_MS)
  await start({ client_id: idOf(3) })
  await server.deps.write((tx) => tx.directDebits.forgetUnconfirmed(server.clock.now() - 2 * DAY_MS))
  expect(server.sql('select id from direct_debits order by id')).toEqual([{ id: idOf(2) }, { id: idOf(3) }])
})

describe('[PAY-10] the SMS', () => {
  test('is not sent if it would arrive too late or the debit is already confirmed', async () => {
    await start()
    server.clock.advance(11 * MINUTE_MS)
    await runJobs(server)
    expect(smsOf(server)).toEqual([])
  })

  test('[SAFE-9] is retried with another code after a failure, and no log or job contains number or code', async () => {
    await start()
    const texts: string[] = []
    let isAway = true
    const sms = {
      send: async ({ text }: { text: string }) => {
        texts.push(text)
        if (isAway) throw new Error('away')
      },
    }
    await jobsOf(server, { sms }).runDue()
    isAway = false
    server.clock.advance(MINUTE_MS)
    await jobsOf(server, { sms }).runDue()
    expect(texts).toHaveLength(2)
    const code = /\d{6}/.exec(texts[1] ?? '')?.[0] ?? ''
    expect((await confirm(code)).status).toBe(200)
  })
})

test('[SAFE-6] discount codes are not guessed by forms of a direct debit', async () => {
  await server.close()
  server = await createTestServer({ rates: RATES })
  anna = await server.signUp('Anna', { country: 'IT', credits: 0 })
  const form = await formOf()
  const errors: (string | undefined)[] = []
  for (let guess = 0; guess <= RATES.code.count; guess += 1) {
    const answer = await server.as(anna)('directdebit.start', { body: { ...form, code: `GUESS${guess}` } })
    errors.push(answer.error?.error)
  }
  expect(errors.slice(0, -1)).toEqual(Array.from({ length: RATES.code.count }, () => 'discount_not_found'))
  expect(errors.at(-1)).toBe('rate_limited')
})
