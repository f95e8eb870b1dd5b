import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDemoStaff } from '../../server/areas/desk/demo-staff.ts'
import { addPayment } from '../../server/testing/money-rows.ts'
import { createTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { NotACommand } from '../cli.ts'
import { commandFrom, runCodes } from './command.ts'

const read = (text: string) => commandFrom(text.split(' ').filter((word) => word !== ''))

describe('[PAY-7] the words of the codes', () => {
  test('say what to do, and a code has every field there is', () => {
    expect(read('')).toMatchObject({ do: 'list' })
    expect(read('off summer-26')).toMatchObject({ do: 'off', code: 'SUMMER-26' })
    expect(read('on SUMMER-26')).toMatchObject({ do: 'on', code: 'SUMMER-26' })
    expect(read('add friends 25')).toMatchObject({
      do: 'add',
      code: {
        code: 'FRIENDS',
        value_percentage: 25,
        minimum_order_value: null,
        country: null,
        user_id: null,
        expires: null,
        currency: null,
        status: 'active',
        validity: 'unlimited',
        paymentmethods: null,
      },
    })
    expect(
      read(
        'add FRIENDS 12,5% minimum=19.99 country=GB currency=GBP member=7 expires=2026-12-31 validity=once methods=paypal,visa status=inactive',
      ),
    ).toMatchObject({
      do: 'add',
      code: {
        code: 'FRIENDS',
        value_percentage: 12.5,
        minimum_order_value: 1_999,
        country: 'GB',
        user_id: 7,
        expires: Date.parse('2027-01-01T00:00:00Z'),
        currency: 'GBP',
        status: 'inactive',
        validity: 'once',
        paymentmethods: ['paypal', 'visa'],
      },
    })
    expect(read('add FRIENDS 5 expires=2026-12-31T18:00Z')).toMatchObject({
      code: { expires: Date.parse('2026-12-31T18:00:00Z') },
    })
  })

  test.each([
    ['make X', /no “make”/],
    ['add', /^code:/],
    ['add FR 5', /^code:/],
    ['add FRÜH 5', /^code:/],
    ['add FRIENDS', /^percent:/],
    ['add FRIENDS 0', /^percent:/],
    ['add FRIENDS 100', /^percent:/],
    ['add FRIENDS -5', /^percent:/],
    ['add FRIENDS 5.125', /^percent:/],
    ['add FRIENDS 5 minimum=cheap', /^minimum:/],
    ['add FRIENDS 5 currency=JPY minimum=19.99', /^minimum: “19.99” is not an amount in JPY such as 1999/],
    ['add FRIENDS 5 country=Italy', /^country:/],
    ['add FRIENDS 5 currency=euro', /^currency:/],
    ['add FRIENDS 5 member=anna', /^member:/],
    ['add FRIENDS 5 expires=2026-02-30', /^expires:/],
    ['add FRIENDS 5 expires=tomorrow', /^expires:/],
    ['add FRIENDS 5 validity=twice', /^validity:/],
    ['add FRIENDS 5 methods=paypal,cash', /^methods: “cash”/],
    ['add FRIENDS 5 status=maybe', /^status:/],
    ['add FRIENDS 5 colour=red', /no field/],
    ['add FRIENDS 5 member=1 member=2', /^member: said twice/],
    ['off', /^code:/],
  ])('refuse “%s” by name, before anything is done', (text, why) => {
    expect(() => read(text)).toThrow(NotACommand)
    expect(() => read(text)).toThrow(why)
  })
})

describe('[PAY-7] codes', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await createTestServer()
  })
  afterEach(() => server.close())

  const run = async (text: string): Promise<string> => runCodes(server.deps, read(text))

  test('are made, used, listed, and switched off and on', async () => {
    expect(await run('')).toBe('There are no codes.')
    const anna = await server.signUp('Anna')
    await run(`add FRIENDS 40 validity=once-per-user country=IT member=${anna.id}`)
    await run('add AUTUMN 12.5 expires=2026-09-30 minimum=20 methods=ideal')
    const ask = async () => (await server.as(anna)('discountcode.get', { query: { code: 'friends' } })).status
    expect(await ask()).toBe(200)
    addPayment(server, anna.id, { discountCode: 'AUTUMN' })
    addPayment(server, anna.id, { discountCode: 'AUTUMN', status: 'failed' })
    expect(await run('')).toBe(
      [
        'AUTUMN  12.5 %  active  unlimited  used 1  from 2000 minor units  until 2026-10-01T00:00:00.000Z  ideal',
        `FRIENDS  40 %  active  once-per-user  used 0  IT  member ${anna.id}`,
      ].join('\n'),
    )
    expect(await run('off friends')).toBe('FRIENDS is off.')
    expect(await ask()).toBe(404)
    expect(await run('on friends')).toBe('FRIENDS is on.')
    expect(await ask()).toBe(200)
  })

  test.each([
    ['add TIMEBONUS25 25', /^code: .* site’s own/],
    ['add welcome25 30', /^code: .* site’s own/],
    ['add FRIENDS 5 country=JP', /^country:/],
    ['add FRIENDS 5 currency=JPY', /^currency:/],
    ['add FRIENDS 5 member=99', /^member:/],
    ['add FRIENDS 5 expires=2026-06-14', /^expires:/],
    ['add TAKEN 5', /^code: there is a TAKEN already/],
    ['off NOSUCH', /no code NOSUCH/],
  ])('“%s” is refused by name, and nothing is written', async (text, why) => {
    await run('add TAKEN 10')
    const before = server.sql('select * from discount_codes')
    await expect(run(text)).rejects.toThrow(why)
    await expect(run(text)).rejects.toThrow(NotACommand)
    expect(server.sql('select * from discount_codes')).toEqual(before)
  })

  test('[DESK-3] from the first staff account on, a code is added and switched in a name, and the audit keeps it', async () => {
    await addDemoStaff(server.deps, 'a long password')
    await expect(run('add FRIENDS 40 --as marek@demo.test')).rejects.toThrow('this needs marketing or owner')
    await expect(run('add FRIENDS 40 --as nobody@demo.test')).rejects.toThrow('no open staff account')
    await run('add FRIENDS 40 --as desk@demo.test --because partners')
    await run('off FRIENDS --as desk@demo.test')
    expect(await run('')).toContain('FRIENDS  40 %  inactive')
    expect(server.sql(`select staff, act, after, reason from audit where act like 'code.%' order by id`)).toMatchObject(
      [
        { staff: 1, act: 'code.add', reason: 'partners' },
        { staff: 1, act: 'code.change', after: '{"code":"FRIENDS","status":"inactive"}', reason: 'by command' },
      ],
    )
  })
})
