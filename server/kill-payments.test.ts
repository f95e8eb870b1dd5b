/** The real server is killed with SIGKILL while members pay, and started again. */
import { rmSync } from 'node:fs'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { startChild } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'
import type { TestMember } from './testing/members.ts'
import { seededBytes } from './testing/random.ts'

const PAYERS = 12
const ENOUGH = 120
const CREDITS = 15

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

type Payment = CallAnswer<'payments.create'>['payment']

const order = async (origin: string, { cookie }: TestMember, id: string, price: number): Promise<Payment> => {
  const response = await fetch(`${origin}/api/payments`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: id, package: String(CREDITS), price, currency: 'EUR', method: 'paypal' }),
  })
  const answer = (await response.json()) as { payment: Payment } & ErrorBody
  if (answer.error === 'price_changed') return order(origin, { cookie } as TestMember, id, answer.price ?? 0)
  if (!response.ok) throw new Error(`${response.status} ${answer.error}`)
  return answer.payment
}

/** The payer's choice on the payment page; does nothing if the page offers none any more. */
const pay = async (origin: string, { checkout_url }: Payment): Promise<void> => {
  if (checkout_url === null) return
  const response = await fetch(origin + checkout_url, {
    method: 'POST',
    body: new URLSearchParams({ outcome: 'paid' }),
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`${response.status}`)
}

test('[PAY-5] [SAFE-10] kill -9 while members pay loses no payment, and gives credits once for each', async () => {
  const nursery = await createTestServer({ start: new Date().toISOString() })
  const random = seededBytes('kill payments')
  const payers: TestMember[] = []
  for (let index = 0; index < PAYERS; index += 1)
    payers.push(await nursery.signUp(`Payer ${index}`, { credits: 0, country: 'DE' }))
  const dir = await dataDirOf(nursery)
  await nursery.close()
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))

  // Each member orders and pays as fast as the answers come, until the connection breaks.
  const first = await startChild(dir, { LOG_LEVEL: 'error' })
  cleanUp.push(() => first.end('SIGKILL'))
  const begun: { payer: TestMember; id: string }[] = []
  const enough = Promise.withResolvers<void>()
  const paying = payers.map(async (payer) => {
    while (true) {
      const id = uuidv7(Date.now(), random(10))
      begun.push({ payer, id })
      try {
        await pay(first.origin, await order(first.origin, payer, id, 999))
      } catch {
        return
      }
      if (begun.length >= ENOUGH) enough.resolve()
    }
  })
  await enough.promise
  expect(await first.end('SIGKILL')).toBeNull()
  await Promise.all(paying)

  // The devices repeat every unanswered write, and some answered ones.
  const second = await startChild(dir, { LOG_LEVEL: 'error' })
  cleanUp.push(() => second.end('SIGKILL'))
  await Promise.all(begun.map(async ({ payer, id }) => pay(second.origin, await order(second.origin, payer, id, 999))))
  for (const { payer, id } of begun) await order(second.origin, payer, id, 999)

  const database = new Database(databaseFile(dir), { readonly: true })
  cleanUp.push(() => database.close())
  const all = (sql: string) => database.prepare<[], Record<string, unknown>>(sql).all()
  await expect.poll(() => all(`select id from payments where status <> 'completed'`), { timeout: 20_000 }).toEqual([])
  expect(
    all('select id from payments')
      .map(({ id }) => String(id))
      .toSorted(),
  ).toEqual(begun.map(({ id }) => id).toSorted())
  expect(all('select reference from sandbox_payments')).toHaveLength(begun.length)
  expect(
    all(`select p.id from payments as p where
      (select count(*) from ledger where reason = 'purchase' and reference = p.id and amount = ${CREDITS}) <> 1`),
  ).toEqual([])
  expect(
    all(`select id from users where paid_user <> 1
      or credits <> ${CREDITS} * (select count(*) from payments where user_id = users.id)`),
  ).toEqual([])
  // The invoice numbers have no gap.
  expect(all('select max(invoice) as n from payments')).toEqual([{ n: begun.length }])
  expect(await second.end('SIGTERM')).toBe(0)
}, 90_000)
