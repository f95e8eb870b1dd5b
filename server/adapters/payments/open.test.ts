import { afterEach, expect, test } from 'vitest'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { openPayments } from './open.ts'
import { PaymentUnavailable } from './provider.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const opened = async (env: Parameters<typeof createTestServer>[0]) => {
  server = await createTestServer(env)
  return openPayments(server.deps)
}
const where = { amount: 999, currency: 'EUR', country: 'IT' }

test('[PAY-4] the sandbox is open in demo mode, and elsewhere only with SANDBOX_PAYMENTS', async () => {
  expect(await (await opened({})).methods(['paypal'], where)).toEqual(['paypal'])
  const tried = await opened({ env: { MODE: 'production', SANDBOX_PAYMENTS: 'yes' } })
  expect(await tried.methods(['paypal'], where)).toEqual(['paypal'])
})

test('[PAY-4] in production nobody can pay through the sandbox', async () => {
  const payments = await opened({ env: { MODE: 'production' } })
  expect(await payments.methods(['paypal'], where)).toEqual([])
  await expect(payments.order({} as never)).rejects.toThrow(PaymentUnavailable)
  await expect(payments.signMandate({} as never)).rejects.toThrow(PaymentUnavailable)
})
