import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabases } from '../../db/database.ts'
import { isRefusal } from '../../http/reply.ts'
import type { TestMember } from '../../testing/members.ts'
import { buy } from '../../testing/money-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { creditLots, takingReference, unspentOf, type LedgerMove } from './credit-lots.ts'
import { endChargeback, movePayment } from './move-payment.ts'
import { givenWalk, moneyQueries, movesWalk, returnedWalk } from './queries.ts'
import { withdraw } from './withdraw.ts'
import { isPostgres } from '../../testing/test-engine.ts'

const given = (amount: number): LedgerMove => ({ amount, reason: 'signup', reference: 'signup' })
const bought = (payment: string, amount: number): LedgerMove => ({ amount, reason: 'purchase', reference: payment })
const spent = (amount: number): LedgerMove => ({ amount: -amount, reason: 'message', reference: '1' })
const takenBack = (payment: string, amount: number): LedgerMove => ({
  amount: -amount,
  reason: 'chargeback',
  reference: payment,
})

describe('[PAY-1] [PAY-11] the lots of a ledger', () => {
  test('spending takes free credits first, then the oldest purchase', () => {
    expect(creditLots([given(5), bought('a', 15), bought('b', 40), spent(12)])).toEqual([
      { payment: null, left: 0 },
      { payment: 'a', left: 8 },
      { payment: 'b', left: 40 },
    ])
  })

  test('a fully spent purchase has nothing left once a second is bought', () => {
    expect(unspentOf([bought('a', 15), spent(15), bought('b', 15)], 'a')).toBe(0)
    expect(unspentOf([bought('b', 15)], 'a'), 'of a purchase without an entry').toBe(0)
  })

  test('the first entry that takes credits back refers to the payment, and each later one to another reference', () => {
    const moves = [bought('a', 15), takenBack('b', 2)]
    expect(takingReference(moves, 'a')).toBe('a')
    expect(takingReference([...moves, takenBack('a', 15)], 'a')).toBe('a 15')
  })

  test('a refund takes credits of its own purchase, and spending continues with the others', () => {
    const moves = [bought('a', 15), bought('b', 40), takenBack('b', 40), spent(3)]
    expect(creditLots(moves).map(({ left }) => left)).toEqual([12, 0])
  })

  test('an old chargeback that took credits of another purchase still leaves a sum equal to the balance', () => {
    const moves = [bought('a', 15), spent(10), bought('b', 15), takenBack('a', 15), spent(2)]
    expect(creditLots(moves)).toEqual([
      { payment: 'a', left: 0 },
      { payment: 'b', left: 3 },
    ])
  })
})

describe('with the real server', () => {
  let server: TestServer
  let anna: TestMember
  beforeEach(async () => {
    server = await createTestServer()
    anna = await server.signUp('Anna', { credits: 0 })
    server.deps.payments.refund = async () => undefined
  })
  afterEach(() => server.close())

  const spend = (count: number, reference: string) =>
    server.deps.write((tx) =>
      tx.money.addEntry({ userId: anna.id, amount: -count, reason: 'message', reference, at: server.clock.now() }),
    )
  const chargeBack = (id: string) =>
    server.deps.write(async (tx) => {
      const payment = await tx.payments.byId(id)
      if (payment) await movePayment(tx, payment, { to: 'charged_back', by: 'provider', at: server.clock.now() })
    })
  const credits = () => server.sql('select credits from users where id = ?', anna.id)[0]?.['credits']
  const preview = async (id: string) =>
    (await server.as(anna)('transactions.get', { params: { id } })).body.withdrawal ?? null

  test('[PAY-1] a chargeback of a spent purchase takes no credits of another purchase', async () => {
    const first = await buy(server, anna)
    await spend(15, 'all of it')
    await buy(server, anna)
    await chargeBack(first)
    expect(credits()).toBe(15)
  })

  test('[PAY-11] a fully spent purchase cannot be withdrawn from once a second is bought', async () => {
    const first = await buy(server, anna)
    await spend(15, 'all of it')
    const second = await buy(server, anna)
    expect(await preview(first)).toMatchObject({ possible: false, credits_unspent: 0, refund: 0 })
    expect(await preview(second)).toMatchObject({ possible: true, credits_unspent: 15, refund: 999 })
    expect(await withdraw(server.deps, anna.id, first, 999)).toMatchObject({ body: { error: 'withdrawal_over' } })
  })

  test('[PAY-11] spending after a second purchase lowers only the refund of the first', async () => {
    const [first, second] = [await buy(server, anna), await buy(server, anna, { credits: 40, amount: 1_999 })]
    await spend(8, 'a few')
    expect(await preview(first)).toMatchObject({ credits_unspent: 7, refund: 466 })
    expect(await preview(second)).toMatchObject({ credits_unspent: 40, refund: 1_999 })
  })
})

/** The oracle: every credit is a coin that knows where it came from, and the oldest coin is spent first. */
type Coin = { from: string; state: 'held' | 'spent' | 'taken back'; by?: string }

/** The refund of a withdrawal, or null if none is possible. */
const refundIn = (answer: Awaited<ReturnType<typeof withdraw>>): number | null =>
  isRefusal(answer) ? (answer.body.price ?? null) : null

/** `npm run test:long` sets FUZZ=large. */
const LIVES = process.env['FUZZ'] === 'large' ? 10_000 : isPostgres ? 500 : 2_000
const AT_ONCE = 500
const nth = fc.integer({ min: 0, max: 3 })
const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy' as const), size: fc.constantFrom(1, 3, 15) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('spend' as const), size: fc.integer({ min: 1, max: 9 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('free' as const), size: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give back' as const), size: nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), size: nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('charge back' as const), size: nth }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('win' as const), size: nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refund' as const), size: nth }) },
)
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

test(
  '[PAY-1] [PAY-11] over thousands of random lives no purchase pays for another, and nothing is taken back twice',
  { timeout: 120_000 },
  async () => {
    const server = await createTestServer()
    server.deps.payments.refund = async () => undefined
    let members = 0

    const live = async (acts: readonly Act[]): Promise<void> => {
      members += 1
      const [added] = server.sql(
        `insert into users (email, password_hash, status, language, signup_at, credits)
          values (?, '', 'active', 'it', 0, 0) returning id`,
        `${members}@lots.test`,
      )
      const member = Number(added?.['id'])
      const coins: Coin[] = []
      const purchases: string[] = []
      const spendings: string[] = []
      const held = (from?: string) =>
        coins.filter((coin) => coin.state === 'held' && (from === undefined || coin.from === from))
      const mint = (from: string, count: number) =>
        coins.push(...Array.from({ length: count }, (): Coin => ({ from, state: 'held' })))
      const gone = new Set<string>()
      const isWithdrawn = (id: string) => gone.has(id) || !purchases.includes(id)
      const mark = (some: readonly Coin[], state: Coin['state']) => {
        for (const coin of some) coin.state = state
      }
      for (const [turn, { kind, size }] of acts.entries()) {
        const id = purchases[size] ?? ''
        let answer: { is: unknown; should: unknown } = { is: null, should: null }
        if (kind === 'buy') {
          purchases.push(await buy(server, { id: member }, { credits: size, amount: 100 * size }))
          mint(purchases.at(-1) ?? '', size)
        } else if (kind === 'free' || kind === 'spend') {
          const amount = kind === 'free' ? size : -size
          const reason = kind === 'free' ? 'demo' : 'message'
          const entry = { userId: member, amount, reason, reference: String(turn), at: 1 } as const
          const balance = await server.deps.write((tx) => tx.money.addEntry(entry))
          answer = { is: balance === null, should: kind === 'spend' && held().length < size }
          if (kind === 'free') mint('free', size)
          else if (balance !== null) {
            const some = held().slice(0, size)
            mark(some, 'spent')
            for (const coin of some) coin.by = String(turn)
            spendings.push(String(turn))
          }
        } else if (kind === 'give back') {
          const reference = spendings[size] ?? ''
          const some = coins.filter((coin) => coin.state === 'spent' && coin.by === reference)
          const entry = { userId: member, amount: some.length, reason: 'returned', reference, at: 1 } as const
          if (some.length > 0) await server.deps.write((tx) => tx.money.addEntry(entry))
          mark(some, 'held')
        } else if (kind === 'withdraw') {
          const refund = refundIn(await withdraw(server.deps, member, id, -1))
          // The refund is the share of the coins that are still held, so a spent coin is never paid back.
          answer = { is: refund, should: isWithdrawn(id) ? null : 100 * held(id).length || null }
          await withdraw(server.deps, member, id, refund ?? -1)
          if (refund !== null) {
            gone.add(id)
            mark(held(id), 'taken back')
          }
        } else if (kind === 'win') {
          const moved = await server.deps.write(async (tx) => {
            const payment = await tx.payments.byId(id)
            return payment?.status === 'charged_back' ? endChargeback(tx, payment, { by: 'provider', at: 1 }) : null
          })
          const taken = coins.filter((coin) => coin.state === 'taken back' && coin.by === `bank ${id}`)
          mark(moved ? taken : [], 'held')
          if (moved?.status === 'completed') gone.delete(id)
        } else {
          const to = kind === 'refund' ? 'refunded' : 'charged_back'
          const moved = await server.deps.write(async (tx) => {
            const payment = await tx.payments.byId(id)
            return payment && movePayment(tx, payment, { to, by: 'provider', at: 1 })
          })
          if (moved?.status === to) {
            gone.add(id)
            const some = held(id)
            for (const coin of some) coin.by = kind === 'refund' ? '' : `bank ${id}`
            mark(some, 'taken back')
          }
        }
        expect(answer.is).toBe(answer.should)
        const moves = await server.deps.read.money.moves(member)
        const lots = creditLots(moves)
        expect(lots).toEqual(creditLots(await server.deps.read.money.everyMove(member)))
        expect(lots.reduce((sum, { left }) => sum + left, 0)).toBe(await server.deps.read.money.balance(member))
        expect(lots.filter(({ payment }) => payment !== null).map(({ left }) => left)).toEqual(
          purchases.map((purchase) => held(purchase).length),
        )
      }
    }

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 3, maxLength: 8 }), { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (all) => {
          for (const acts of all) await live(acts)
        },
      ),
      { seed: 16, numRuns: LIVES / AT_ONCE, endOnFailure: true },
    )
    expect(members).toBe(LIVES)
    await server.close()
  },
)

const MIGRATIONS = join(import.meta.dirname, '../../db/migrations')

test('[PAY-1] a ledger of the previous version is assigned to its purchases, oldest first', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'visavis-lots-'))
  const folder = join(dir, 'migrations')
  cpSync(MIGRATIONS, folder, { recursive: true })
  const journal = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: { tag: string }[] }
  const upTo = journal.entries.findIndex(({ tag }) => tag === '0009_announcements') + 1
  writeFileSync(
    join(folder, 'meta/_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, upTo) }),
  )
  const file = join(dir, 'visavis.sqlite')
  const old = new Database(file)
  migrate(drizzle(old), { migrationsFolder: folder })
  old.exec(`insert into users (id, email, password_hash, status, language, signup_at, credits)
    values (1, 'anna@example.test', '', 'active', 'it', 1, 11), (2, 'bert@example.test', '', 'active', 'it', 1, 15)`)
  old.exec(`insert into ledger (user_id, amount, reason, reference, balance, at) values
    (1, 5, 'signup', 'signup', 5, 1), (1, 15, 'purchase', 'a', 20, 2), (1, -8, 'message', '1', 12, 3),
    (1, 15, 'purchase', 'b', 27, 4), (1, -4, 'gift', '2', 23, 5), (1, -12, 'chargeback', 'a', 11, 6),
    (2, 15, 'purchase', 'c', null, 1), (2, -15, 'message', '3', null, 2), (2, 15, 'purchase', 'd', null, 3)`)
  old.close()

  const databases = openDatabases(file)
  const { moves, balance } = moneyQueries(databases.writer)
  // The old chargeback of `a` took four credits of `b`: they stay taken, and the sum stays the balance.
  expect(creditLots(await moves(1))).toEqual([
    { payment: null, left: 0 },
    { payment: 'a', left: 0 },
    { payment: 'b', left: 11 },
  ])
  expect(creditLots(await moves(2)).map(({ left }) => left)).toEqual([0, 15])
  for (const member of [1, 2])
    expect(creditLots(await moves(member)).reduce((sum, { left }) => sum + left, 0)).toBe(await balance(member))
  databases.close()
  rmSync(dir, { recursive: true })
})

test('[PAY-1] the entries of a member are read by indexes', { skip: isPostgres }, async () => {
  const server = await createTestServer()
  expect(server.planOf(movesWalk(server.db))).toEqual(['SEARCH ledger USING INDEX ledger_user (user_id=?)'])
  expect(server.planOf(givenWalk(server.db))).toEqual(['SEARCH ledger USING INDEX ledger_unspent (user_id=?)'])
  const plan = server.planOf(returnedWalk(server.db))
  expect(plan).toContain('SEARCH ledger USING INDEX ledger_once (reference=? AND reason=? AND user_id=?)')
  expect(plan).toContain('SEARCH given USING INDEX ledger_unspent (user_id=?)')
  await server.close()
})

test('[PAY-1] messages that came back are read, and one entry represents the others', async () => {
  const server = await createTestServer()
  const anna = await server.signUp('Anna', { credits: 0 })
  const add = (amount: number, reason: 'goodwill' | 'message' | 'returned', reference: string) =>
    server.deps.write((tx) => tx.money.addEntry({ userId: anna.id, amount, reason, reference, at: 1 }))
  await add(500, 'goodwill', 'so many')
  await server.deps.write(async (tx) => {
    for (let nth = 0; nth < 400; nth += 1)
      await tx.money.addEntry({ userId: anna.id, amount: -1, reason: 'message', reference: `${nth}`, at: 1 })
  })
  await add(1, 'returned', '200')
  const moves = await server.deps.read.money.moves(anna.id)
  expect(moves.filter(({ amount }) => amount !== 0).map(({ amount }) => amount)).toEqual([500, -200, -1, -199, 1])
  expect(creditLots(moves)).toEqual(creditLots(await server.deps.read.money.everyMove(anna.id)))
  await server.close()
})
