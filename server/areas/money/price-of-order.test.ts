import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { priceOfOrder } from './price-of-order.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

test("[PAY-7] an order costs the price after the time bonus, in the currency of the member's country", async () => {
  const anna = await server.signUp('Anna', { country: 'GB' })
  const { deps } = server
  const asked = { package: '15', price: 749, currency: 'GBP', method: 'paypal' as const }
  expect(await priceOfOrder(deps.read, deps.settings(), anna.id, asked, deps.now())).toEqual({
    credits: 15,
    amount: 749,
    currency: 'GBP',
    country: 'GB',
    vatPercentage: 20,
    discount: { code: 'TIMEBONUS25', value_percentage: 25 },
  })
})
