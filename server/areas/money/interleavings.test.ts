/**
 * Random histories of accounts: messages, purchases, webhooks (late, doubled, reordered), refunds,
 * chargebacks, and crashes between any two steps; many accounts in parallel on one database.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/limits.ts'
import { canBecome } from '#contract/rules/payment-state.ts'
import type { PaymentStatus } from '#contract/entities/money.ts'
import { choose, sandboxReference } from '../../adapters/payments/sandbox.ts'
import { CHOICES, statusAt } from '../../adapters/payments/sandbox-state.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal } from '../../http/reply.ts'
import { paymentsCheck } from '../../jobs/payments.ts'
import { sendWebhook, faultyProvider } from '../../testing/sandbox.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { sendMessage } from '../chat/send-message.ts'
import { orPaymentUnavailable } from './place-order.ts'
import { createPayment, repeatPayment } from './create-payment.ts'
import { handleWebhook } from './webhook.ts'
import { cancelPayment, readPayment } from './read-payment.ts'
import { withdraw } from './withdraw.ts'

/** Per seed. `npm run test:long` sets FUZZ=large, for ten thousand in all. */
const LIVES = process.env['FUZZ'] === 'large' ? 2_500 : isPostgres ? 500 : 250
/** On PostgreSQL, which writes side by side and repeats what lost, one seed takes as long as all of them on SQLite. */
const SEEDS = isPostgres ? [1] : [1, 2, 3, 4]
const AT_ONCE = 50
const CREDITS = 2

let server: TestServer
let recipient: number
beforeAll(async () => {
  server = await createTestServer()
  recipient = (await server.signUp('Recipient')).id
})
afterAll(() => server.close())

class Crash extends Error {}

/** The server crashes at the nth step: before or after a transaction, or before or after a call to the provider. */
const mortal = (deps: Deps, diesAt: number | null): Deps => {
  let step = 0
  const maybeDie = (): void => {
    step += 1
    if (step === diesAt) throw new Crash()
  }
  return {
    ...deps,
    write: async (body) => {
      maybeDie()
      const result = await deps.write(body)
      maybeDie()
      return result
    },
    payments: faultyProvider(deps.payments, { at: maybeDie }),
  }
}

/** Mostly 0, so that a short history follows one payment through many steps. */
const nth = fc.constantFrom(0, 0, 0, 0, 0, 1, 2)
const CARE = ['read', 'cancel', 'check', 'withdraw', 'withdraw', 'give back', 'wait'] as const
const one = <Kind extends string>(weight: number, ...kinds: readonly Kind[]) => ({
  weight,
  arbitrary: fc.record({ kind: fc.constantFrom(...kinds), nth }),
})
const deed = fc.record({
  what: fc.oneof(
    one(4, 'buy', 'repeat', 'repeat', 'repeat'),
    one(6, 'paid', 'paid', 'paid', 'paid', 'paid_asks', 'charged_back', 'charged_back', ...CHOICES),
    one(4, 'webhook', 'message', ...CARE),
  ),
  diesAt: fc.oneof(
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }) },
  ),
  /** Starts while the previous operation still runs. */
  beside: fc.boolean(),
})
type DeedKind = typeof deed extends fc.Arbitrary<infer Value> ? Value : never
type Life = { member: number; ids: string[] }

/** A device that orders at the displayed price, and orders again after a price change. */
const buy = async (deps: Deps, { member, ids }: Life, nth: number, isRepeat: boolean): Promise<void> => {
  const id = ids[nth] ?? ''
  const asked = { client_id: id, package: nth === 2 ? '40' : '15', price: 749, currency: 'EUR' }
  const again = (price: number) =>
    isRepeat
      ? repeatPayment(deps, member, { ...asked, price })
      : createPayment(deps, member, { ...asked, price, method: 'creditcard', remember: true })
  const first = await again(asked.price)
  if (isRefusal(first) && first.body.error === 'price_changed') await again(first.body.price ?? 0)
}

/** A refund by the provider's desk, without our server. */
const giveBack = async (deps: Deps, reference: string): Promise<void> => {
  const state = await deps.payments.read(reference)
  // The provider refuses more than was paid.
  if (state) await deps.payments.refund(reference, state, 'desk').catch(orPaymentUnavailable)
}

const act = async (deps: Deps, life: Life, { kind, nth }: DeedKind['what']): Promise<unknown> => {
  const { member, ids } = life
  const id = ids[nth] ?? ''
  const reference = sandboxReference(id)
  switch (kind) {
    case 'message': {
      const body = { client_id: id, profile: recipient, type: 'text', text: 'Hello' } as const
      return sendMessage(deps, member, body)
    }
    case 'buy':
      return buy(deps, life, nth, false)
    case 'repeat':
      return buy(deps, life, Math.max(nth, 1), true)
    case 'webhook':
      return handleWebhook(deps, 'sandbox', reference, 'here')
    case 'read':
      return readPayment(deps, member, id)
    case 'cancel':
      return cancelPayment(deps, member, id)
    case 'check':
      return paymentsCheck(deps)({ payment: id })
    case 'withdraw': {
      const first = await withdraw(deps, member, id, -1)
      return isRefusal(first) ? withdraw(deps, member, id, first.body.price ?? 0) : first
    }
    case 'give back':
      return giveBack(deps, reference)
    case 'wait':
      return server.clock.advance(45_000)
    case 'paid':
    case 'paid_asks':
    case 'paid_fails':
    case 'declined':
    case 'insufficient_funds':
    case 'card_expired':
    case 'cancelled':
    case 'pending':
    case 'charged_back':
    case 'chargeback_won':
    case 'refunded_half':
    case 'refunded_all':
      // Behave like the payment page: a crash between the two calls loses the webhook.
      await choose(deps, reference, kind)
      return handleWebhook(deps, 'sandbox', reference, 'here')
  }
}

const begin = async (name: string): Promise<Life> => {
  const { id } = await server.signUp(name, { credits: CREDITS, country: 'DE' })
  return { member: id, ids: [server.deps.newId(), server.deps.newId(), server.deps.newId()] }
}

const live = async (life: Life, deeds: readonly DeedKind[]): Promise<void> => {
  let running: Promise<unknown> = act(server.deps, life, { kind: 'buy', nth: 0 })
  for (const { what, diesAt, beside } of deeds) {
    const begun = act(mortal(server.deps, diesAt), life, what).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    running = Promise.all([running, begun])
    if (!beside) await running
  }
  await running
}

const check = (payment: string) => paymentsCheck(server.deps)({ payment })

/** After a restart: jobs run, and webhooks arrive twice and in any order. */
const recover = async ({ ids }: Life): Promise<void> => {
  await Promise.all(ids.flatMap((id) => [check(id), sendWebhook(server, id), sendWebhook(server, id), check(id)]))
}

type Row = Record<string, unknown>
const rows = (statement: string): Row[] => server.sql(statement)

/** Invariants of all accounts at any time. */
const expectSound = (): void => {
  expect(
    rows(`select id from users where credits < 0
      or credits <> (select coalesce(sum(amount), 0) from ledger where user_id = users.id)`),
  ).toEqual([])
  expect(
    rows(`select id from users where paid_user <> case when
      exists (select 1 from payments where user_id = users.id and status = 'completed') then 1 else 0 end`),
  ).toEqual([])
  // One purchase entry per completed payment and none otherwise; and no more is taken back than was given.
  expect(
    rows(`select id from payments as p where case when completed_at is not null then 1 else 0 end <>
        (select count(*) from ledger where reason = 'purchase' and reference = p.id and amount = p.credits)
      or (completed_at is not null) <> (invoice is not null)
      or (select coalesce(sum(amount), 0) from ledger where reference = p.id) < 0`),
  ).toEqual([])
  expect(
    rows(`select sender from messages as m
      where (select count(*) from ledger where reason = 'message' and reference = cast(m.id as text) and amount = -1) <> 1`),
  ).toEqual([])
}

/** Every payment made only allowed transitions, and all of them are stored. */
const expectWays = (): void => {
  const ways = new Map<string, { before: PaymentStatus | null; after: PaymentStatus }[]>()
  for (const { payment, before, after } of rows(
    'select payment, "before", "after" from payment_transitions order by id',
  )) {
    const way = ways.get(String(payment)) ?? []
    way.push({ before: before as PaymentStatus | null, after: after as PaymentStatus })
    ways.set(String(payment), way)
  }
  for (const { id, status } of rows('select id, status from payments')) {
    const way = ways.get(String(id)) ?? []
    expect(way.at(-1)?.after).toBe(status)
    for (const [index, { before, after }] of way.entries()) {
      expect(before).toBe(way[index - 1]?.after ?? null)
      if (before !== null) expect([before, after, canBecome(before, after)]).toEqual([before, after, true])
    }
  }
}

/** After the recovery our payments agree with the provider's. */
const expectAgreement = async ({ ids }: Life): Promise<void> => {
  for (const id of ids) {
    const state = await server.deps.read.sandbox.state(sandboxReference(id))
    const payment = await server.deps.read.payments.byId(id)
    const wasPaid = state !== null && statusAt(state, server.clock.now()) === 'paid'
    expect([id, payment?.completedAt != null]).toEqual([id, wasPaid])
    if (state && wasPaid && state.chargedBack > 0) expect([id, payment?.status]).toEqual([id, 'charged_back'])
    if (state && !wasPaid) expect([id, payment?.status === 'completed']).toEqual([id, false])
  }
}

test.each(SEEDS)(
  '[PAY-1] with any interleaving and any crash, credits are given once and balances are sums (seed %i)',
  async (seed) => {
    let count = 0
    const lives = fc.array(fc.array(deed, { minLength: 5, maxLength: 7 }), { minLength: AT_ONCE, maxLength: AT_ONCE })
    await fc.assert(
      fc.asyncProperty(lives, async (all) => {
        server.sql(`delete from jobs`)
        const begun = await Promise.all(all.map(() => begin(`Member ${seed} ${(count += 1)}`)))
        await Promise.all(all.map((deeds, index) => live(begun[index] ?? { member: 0, ids: [] }, deeds)))
        // Sometimes time passes, so that payment pages expire.
        if (count % (5 * AT_ONCE) === 0) server.clock.advance(20 * MINUTE_MS)
        await Promise.all(begun.map(recover))
        await Promise.all(begun.map(expectAgreement))
      }),
      { seed, numRuns: LIVES / AT_ONCE, endOnFailure: true },
    )
    expectSound()
    expectWays()
    expect(count).toBe(LIVES)
  },
  // Ten seconds of work with FUZZ=large, and more than a minute beside a browser run.
  240_000,
)

test('the histories contained all relevant events', () => {
  const statuses = rows('select status, count(*) as n from payments group by status')
  const repeated = rows(
    `select 'repeated' as status, count(*) as n from payments where repeated = 1 and completed_at is not null`,
  )
  const many = Object.fromEntries(
    [...statuses, ...repeated].map(({ status, n }) => [status, Number(n) > (LIVES * SEEDS.length) / 200]),
  )
  const seen = ['cancelled', 'charged_back', 'completed', 'expired', 'failed', 'pending', 'refunded', 'repeated']
  expect(many).toEqual(Object.fromEntries(seen.map((status) => [status, true])))
})
