import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { discountedPrice } from '#contract/rules/price.ts'
import { isRefusal } from '../../http/reply.ts'
import type { TestMember } from '../../testing/members.ts'
import { addCode } from '../../testing/money-rows.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { priceOfOrder } from './price-of-order.ts'

let server: TestServer
let members: TestMember[]
beforeAll(async () => {
  server = await createTestServer()
  members = [
    await server.signUp('New'),
    await server.signUp('Paying', { paid: true }),
    await server.signUp('British', { country: 'GB' }),
    await server.signUp('Polish', { country: 'PL', paid: true }),
  ]
})
afterAll(() => server.close())

const code = fc.record({
  valuePercentage: fc.integer({ min: 1, max: 9_999 }).map((hundredths) => hundredths / 100),
  minimumOrderValue: fc.option(fc.constantFrom(1, 999, 1_000, 3_999, 7_999, 8_000)),
  currency: fc.option(fc.constantFrom('EUR', 'GBP'), { freq: 1 }),
  country: fc.option(fc.constantFrom('IT', 'PL'), { freq: 1 }),
})

/** The prices that each call returns for one order, or the reason why a code does not apply. */
const saidOf = async (member: TestMember, query: { code?: string }, asked: AskedPrice) => {
  const { deps } = server
  const active = await server.as(member)('discountcode.get', { query: { ...query, package: asked.package } })
  const order = { ...asked, ...query, method: 'creditcard' as const }
  const priced = await priceOfOrder(deps.read, deps.settings(), member.id, order, deps.now())
  return {
    discount: active.error ?? active.body.discountcode?.code ?? null,
    percentage: active.error ? null : (active.body.discountcode?.value_percentage ?? 0),
    charge: isRefusal(priced) ? priced.body : { discount: priced.discount?.code ?? null, amount: priced.amount },
  }
}
type AskedPrice = { package: string; price: number; currency: string }

/** The expected answers for an order at the price of the list. */
const expected = (of: { price: number; full_price: number }, said: Awaited<ReturnType<typeof saidOf>>, plain: number) =>
  said.percentage === null
    ? // The list shows the price without the code; an order with it buys nothing.
      { price: plain, charge: said.discount }
    : {
        price: discountedPrice(of.full_price, said.percentage),
        charge: { discount: said.discount, amount: of.price },
      }

test('[PAY-7] price list, discount and charge agree for every package, percentage and code', async () => {
  let count = 0
  const seen = { bought: 0, refused: 0, noList: 0 }
  await fc.assert(
    fc.asyncProperty(fc.option(code), fc.constantFrom(0, 1, 2, 3), async (row, who) => {
      const [member] = members.slice(who)
      if (!member) throw new Error('there are four')
      count += 1
      if (row) await addCode(server, `CODE${count}`, row)
      const query = row ? { code: `CODE${count}` } : {}
      const list = await server.as(member)('packages.get', { query })
      const active = await server.as(member)('discountcode.get', { query })
      expect(active.error).toEqual(list.error)
      if (list.error) seen.noList += 1
      const plain = (await server.as(member)('packages.get', { query: {} })).body.packages
      for (const [index, of] of (list.error ? [] : list.body.packages).entries()) {
        const { id, full_price, price, currency } = of
        const without = plain[index]?.price ?? 0
        const asked = { package: id, price, currency }
        const said = await saidOf(member, query, asked)
        expect({ price, charge: said.charge }).toEqual(expected(of, said, without))
        expect(price).toBeGreaterThanOrEqual(0)
        expect(price).toBeLessThanOrEqual(full_price)
        // An entered code never raises a price.
        expect(price).toBeLessThanOrEqual(without)
        const dearer = await saidOf(member, query, { ...asked, price: price + 1 })
        const cheaper = await saidOf(member, query, { ...asked, price: price - 1 })
        const changed = said.percentage === null ? said.discount : { error: 'price_changed', price, currency }
        expect([dearer.charge, cheaper.charge]).toEqual([changed, changed])
        seen[said.percentage === null ? 'refused' : 'bought'] += 1
      }
    }),
    { numRuns: isPostgres ? 40 : 120, seed: 6 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(3)
}, 60_000)
