import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { urlIn, urlOf } from '../../testing/postgres.ts'
import { openEngineForTest, type TestEngine } from '../../testing/test-engine.ts'
import type { Queries } from '../queries.ts'
import { UnavailableError, type CommitNeeds, type Writer } from '../engine.ts'
import { migratePostgres, openPostgres } from './engine.ts'

type Tx = Queries & { afterCommit: (effect: () => void) => void; commitNeeds: CommitNeeds }

let opened: TestEngine
let writer: Writer<Tx>
let members: number[]

const addUserIn = (tx: Tx, name: string) =>
  tx.account.addUser({ email: `${name}@x.test`, passwordHash: '', status: 'active', language: 'it', signupAt: 0 })
const addUser = (name: string) => writer.write((tx) => addUserIn(tx, name))
const give = (tx: Tx, userId: number, reference: string, amount = 1) =>
  tx.money.addEntry({ userId, amount, reason: 'signup', reference, at: 1 })
/** The driver's own function, which a spy calls. */
const driverQuery = Reflect.get(Client.prototype, 'query') as (...asked: unknown[]) => never
const creditsOf = (member: number) => opened.engine.read.money.balance(member)

beforeEach(async () => {
  opened = await openEngineForTest()
  // An own transaction needs nothing but its queries here.
  writer = opened.engine.writer<Tx>((queries, afterCommit, commitNeeds) =>
    Object.assign(Object.create(queries), { afterCommit, commitNeeds }),
  )
  members = [await addUser('anna'), await addUser('bert')]
})
afterEach(() => opened.close())

test('[OPS-8] PostgreSQL compiles no statements: that takes longer than to run them', async () => {
  const { engine, db } = await openPostgres(urlOf(opened))
  expect(await db.get(sql`select current_setting('jit') as jit`)).toEqual({ jit: 'off' })
  await engine.close()
})

test('[OPS-8] a write that loses against another runs again, and its effects run once', async () => {
  const [anna = 0] = members
  let runs = 0
  const effects: number[] = []
  const counts = Array.from({ length: 8 }, (_, index) =>
    writer.write(async (tx) => {
      runs += 1
      tx.afterCommit(() => effects.push(index))
      const before = (await tx.money.balance(anna)) ?? 0
      await give(tx, anna, String(index))
      return before
    }),
  )
  // Each write saw the balance that all earlier ones had left.
  expect(new Set(await Promise.all(counts))).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7]))
  expect(await creditsOf(anna)).toBe(8)
  expect(runs).toBeGreaterThan(8)
  expect(effects.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('[OPS-8] [PAY-1] two writes that read what the other one changes do not both miss the change', async () => {
  const [anna = 0, bert = 0] = members
  const bothRead = Promise.withResolvers<void>()
  let reads = 0
  const giveFirst = (own: number) =>
    writer.write(async (tx) => {
      const balances = [await tx.money.balance(anna), await tx.money.balance(bert)]
      reads += 1
      if (reads === 2) bothRead.resolve()
      await bothRead.promise
      if (balances.every((balance) => balance === 0)) await give(tx, own, 'first')
    })
  await Promise.all([giveFirst(anna), giveFirst(bert)])
  expect(((await creditsOf(anna)) ?? 0) + ((await creditsOf(bert)) ?? 0)).toBe(1)
})

test('[OPS-8] writes that name their members wait for each other: none runs again, in whatever order they name them', async () => {
  const [anna = 0, bert = 0] = members
  let runs = 0
  const moves = Array.from({ length: 40 }, (_, index) => {
    const pair = index % 2 === 0 ? [anna, bert] : [bert, anna]
    return writer.write(async (tx) => {
      runs += 1
      for (const member of pair) await give(tx, member, String(index))
    }, pair)
  })
  await Promise.all(moves)
  expect(runs).toBe(40)
  expect([await creditsOf(anna), await creditsOf(bert)]).toEqual([40, 40])
})

test('[OPS-8] a unique value that exists already fails the write after three runs', async () => {
  let runs = 0
  const again = writer.write((tx) => {
    runs += 1
    return addUserIn(tx, 'anna')
  })
  await expect(again).rejects.toMatchObject({ cause: { code: '23505', constraint: 'users_email' } })
  expect(runs).toBe(3)
})

test('[OPS-8] a write that loses again and again is given back to its device, which repeats it', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  let runs = 0
  const lost = writer.write(async (tx) => {
    runs += 1
    await tx.notices.lastTime('key')
    await writer.write((other) => other.notices.once('key', runs, 0), [])
    await tx.notices.once('key', 0, -1_000)
  })
  await expect(lost).rejects.toThrow(UnavailableError)
  expect([runs, await opened.engine.read.notices.lastTime('key')]).toEqual([40, 40])
})

test('[OPS-8] a write that names nobody gets its turn after ten losses, however many write to its member', async () => {
  const [anna = 0] = members
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  let runs = 0
  let last: Promise<unknown> = Promise.resolve()
  await writer.write(async (tx) => {
    runs += 1
    await tx.money.balance(anna)
    let isStored = false
    last = writer.write((other) => give(other, anna, `message ${runs}`), [anna]).then(() => (isStored = true))
    // The message is stored first, or waits for this write.
    await expect.poll(() => isStored || opened.sql(waiting).length > 0).toBe(true)
    await give(tx, anna, 'own')
  })
  await last
  expect([runs, await creditsOf(anna)]).toEqual([11, 12])
})

test('[OPS-8] requests wait for a connection in use where PostgreSQL has none left', async () => {
  const [anna = 0] = members
  // Nothing limits a superuser, which the role of the tests is.
  const role = `few_${randomUUID().replaceAll('-', '')}`
  opened.sql(`create role ${role} login connection limit 3`)
  opened.sql(`grant all on all tables in schema public to ${role}`)
  opened.sql(`grant all on all sequences in schema public to ${role}`)
  const url = urlOf(opened).replace('visavis@', `${role}@`)
  const { engine } = await openPostgres(url)
  const { write } = engine.writer((queries) => queries)
  const other = new Client({ connectionString: url })
  await other.connect()
  const credit = (index: number) =>
    write(
      (tx) => tx.money.addEntry({ userId: anna, amount: 1, reason: 'signup', reference: `${index}`, at: 1 }),
      [anna],
    )
  // One connection for reads, one for writes, and one that another process has.
  await engine.read.money.balance(anna)
  await credit(0)
  await Promise.all(
    Array.from({ length: 19 }, (_, index) => [credit(index + 1), engine.read.money.balance(anna)]).flat(),
  )
  expect(await creditsOf(anna)).toBe(20)
  await Promise.all([other.end(), engine.close()])
  opened.sql(`drop owned by ${role}`)
  opened.sql(`drop role ${role}`)
})

const addNext = (holder: number) =>
  // A transaction that holds a member is not serializable, so that it meets the numbers of the others.
  writer.write(
    async (tx) => {
      let number = 1
      while (await tx.account.userByEmail(`${number}@x.test`)) number += 1
      await addUserIn(tx, `${number}`)
      return number
    },
    [holder],
  )

test('[OPS-8] writes that count up a unique number run again until each has its own, however many there are', async () => {
  const holders = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(addUser))
  const numbers = await Promise.all(holders.map(addNext))
  expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6])
})

test('[OPS-8] a body that throws leaves nothing behind, and its effects are dropped', async () => {
  const [anna = 0] = members
  let effects = 0
  const failed = writer.write(async (tx) => {
    await give(tx, anna, 'lost')
    tx.afterCommit(() => (effects += 1))
    throw new Error('refused')
  })
  await expect(failed).rejects.toThrow('refused')
  await writer.settled()
  expect([await creditsOf(anna), effects]).toEqual([0, 0])
})

test('[OPS-8] a part of a body that continues after another part has failed writes nothing, also not in the next write', async () => {
  const [anna = 0, bert = 0] = members
  const nextRuns = Promise.withResolvers<void>()
  let part: Promise<unknown> = Promise.resolve()
  const failed = writer.write(async (tx) => {
    const goOn = async (): Promise<void> => {
      await nextRuns.promise
      await give(tx, anna, 'late')
    }
    part = goOn().catch((error: unknown) => error)
    await Promise.all([part, Promise.reject(new Error('refused'))])
  })
  await expect(failed).rejects.toThrow('refused')
  // The pool gives the same connection again.
  await writer.write(async (tx) => {
    nextRuns.resolve()
    expect(await part).toMatchObject({ cause: { message: 'A write sent a statement after its transaction' } })
    await give(tx, bert, 'own')
  })
  expect([await creditsOf(anna), await creditsOf(bert)]).toEqual([0, 1])
})

test('[OPS-8] a body that ignores a failed statement fails, since PostgreSQL commits nothing of it', async () => {
  const [anna = 0] = members
  const written = writer.write(async (tx) => {
    await give(tx, anna, 'before')
    await addUserIn(tx, 'anna').catch(() => null)
    return 'written'
  })
  await expect(written).rejects.toMatchObject({ code: '23505', constraint: 'users_email' })
  expect(await creditsOf(anna)).toBe(0)
})

/** Ways in which a body may continue after a statement that lost against another transaction. */
const GOING_ON: Record<string, (tx: Tx, lost: () => Promise<unknown>, anna: number) => Promise<unknown>> = {
  'sends another statement in any case': async (tx, lost, anna) => {
    try {
      await lost()
    } finally {
      await tx.money.balance(anna)
    }
  },
  'throws an error of its own': (_tx, lost) =>
    lost().catch(() => {
      throw new Error('refused')
    }),
  'ignores the failure': (_tx, lost) => lost().catch(() => null),
  'sends another statement after ignoring it': async (tx, lost, anna) => {
    await lost().catch(() => null)
    await tx.money.balance(anna)
  },
  'waits for all of its parts, of which a later one fails first': async (tx, lost, anna) => {
    const { promise, reject } = Promise.withResolvers<never>()
    const part = lost().catch(async () => {
      await tx.money.balance(anna).catch(reject)
    })
    await Promise.all([part, promise])
  },
}

test.for(Object.entries(GOING_ON))('a write that lost runs again although its body %s', async ([, goOn]) => {
  const [anna = 0] = members
  let runs = 0
  await writer.write(async (tx) => {
    runs += 1
    const isFirst = runs === 1
    // The first statement fixes what the transaction sees.
    await tx.money.balance(anna)
    if (isFirst) await writer.write((other) => give(other, anna, 'other'))
    const own = () => give(tx, anna, 'own')
    await (isFirst ? goOn(tx, own, anna) : own())
  })
  expect([runs, await creditsOf(anna)]).toEqual([2, 2])
})

test('[OPS-8] a body that does not wait for its statement fails and writes nothing', async () => {
  const [anna = 0] = members
  const written = writer.write((tx) => void give(tx, anna, 'unawaited').catch(() => undefined))
  await expect(written).rejects.toThrow('did not wait')
  expect(await creditsOf(anna)).toBe(0)
})

test('[OPS-8] the commit follows the statements that it needs without a wait', async () => {
  const [anna = 0] = members
  let answeredBefore: number | undefined
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    if (asked[0] === 'commit')
      answeredBefore = spy.mock.settledResults.filter(({ type }) => type === 'fulfilled').length
    return Reflect.apply(driverQuery, this, asked)
  })
  await writer.write(async (tx) => {
    await tx.money.balance(anna)
    for (const name of ['carla', 'dora']) tx.commitNeeds(() => addUserIn(tx, name))
  }, [])
  // The beginning and the balance.
  expect(answeredBefore).toBe(2)
  const added = opened.sql("select email from users where email in ('carla@x.test', 'dora@x.test')")
  expect(added).toHaveLength(2)
})

test.each([
  ['ends', () => undefined],
  ['sends another one', (tx: Tx, anna: number) => tx.money.balance(anna)],
])('a write whose body leaves a statement to the commit and %s runs again if the statement lost', async (_, goOn) => {
  const [anna = 0] = members
  let runs = 0
  await writer.write(async (tx) => {
    runs += 1
    await tx.money.balance(anna)
    if (runs === 1) await writer.write((other) => other.account.setLanguage(anna, 'en'))
    tx.commitNeeds(() => tx.account.setLanguage(anna, 'de'))
    await goOn(tx, anna)
  })
  expect(runs).toBe(2)
  expect(opened.sql('select language from users order by id')[0]).toEqual({ language: 'de' })
})

test('[OPS-8] a statement that the commit needs and that PostgreSQL refuses undoes the write, and is its failure', async () => {
  const [anna = 0] = members
  let effects = 0
  const query = vi.spyOn(Client.prototype, 'query')
  const written = writer.write(async (tx) => {
    await give(tx, anna, 'before')
    tx.afterCommit(() => (effects += 1))
    tx.commitNeeds(() => addUserIn(tx, 'anna'))
    return 'written'
  })
  await expect(written).rejects.toMatchObject({ code: '23505', constraint: 'users_email' })
  expect(query).toHaveBeenCalledWith('commit')
  expect([await creditsOf(anna), effects]).toEqual([0, 0])
  // The connection is in order again.
  await writer.write((tx) => give(tx, anna, 'after'))
  expect(await creditsOf(anna)).toBe(1)
})

test('[OPS-8] a statement that the commit needs and that could not be sent undoes the write, and is its failure', async () => {
  const [anna = 0] = members
  const written = writer.write(async (tx) => {
    await give(tx, anna, 'before')
    // A driver refuses such a parameter later than a query does, but in the same turn.
    tx.commitNeeds(async () => {
      await new Promise<void>((resolve) => process.nextTick(resolve))
      throw new Error('not sent')
    })
  })
  await expect(written).rejects.toThrow('not sent')
  expect(await creditsOf(anna)).toBe(0)
})

test('[OPS-8] a commit that PostgreSQL answers with a rollback fails the write, also where no statement has failed', async () => {
  const [anna = 0] = members
  let effects = 0
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    return Reflect.apply(driverQuery, this, asked[0] === 'commit' ? ['rollback'] : asked)
  })
  const written = writer.write(async (tx) => {
    await give(tx, anna, 'one')
    tx.afterCommit(() => (effects += 1))
  })
  await expect(written).rejects.toThrow('PostgreSQL answered a commit with ROLLBACK')
  expect([await creditsOf(anna), effects]).toEqual([0, 0])
})

test('[OPS-8] a statement that waits for another one, both left to the commit, is refused and fails the write', async () => {
  const [anna = 0, bert = 0] = members
  const written = writer.write((tx) =>
    tx.commitNeeds(async () => {
      await tx.money.balance(anna)
      await give(tx, bert, 'late')
    }),
  )
  await expect(written).rejects.toMatchObject({ cause: { message: 'A write sent a statement after its transaction' } })
  expect(await creditsOf(bert)).toBe(0)
})

test('[OPS-8] settled waits for the writes that run', async () => {
  const [anna = 0] = members
  let isDone = false
  const written = writer.write((tx) => give(tx, anna, 'one')).then(() => (isDone = true))
  await writer.settled()
  expect(isDone).toBe(true)
  await written
})

test.each([
  ['write', () => addUser('carla')],
  ['read', () => creditsOf(members[0] ?? 0)],
])('[OPS-8] a %s prefers indexes, also where PostgreSQL has its defaults for hard disks', async (_, ask) => {
  const query = vi.spyOn(Client.prototype, 'query')
  await ask()
  const connection = query.mock.contexts.find((context) => context instanceof Client)
  expect((await connection?.query('show random_page_cost'))?.rows).toEqual([{ random_page_cost: '1.1' }])
})

test('[OPS-8] the first statements of a write follow its beginning and its locks without a wait', async () => {
  const [anna = 0] = members
  const query = vi.spyOn(Client.prototype, 'query')
  const answered = (): number => query.mock.settledResults.filter(({ type }) => type === 'fulfilled').length
  let before: number | undefined
  await writer.write(
    async (tx) => {
      before = answered()
      await tx.money.balance(anna)
    },
    [anna],
  )
  expect(before).toBe(0)
  // The beginning, the locks, the balance and the commit.
  expect(answered()).toBe(4)
})

test('[DESK-11] a name is found by its beginning in a database of any locale', async () => {
  const name = `locale_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ connectionString: urlIn('postgres') })
  await admin.connect()
  await admin.query(`create database ${name} template template0 locale_provider icu icu_locale 'und'`)
  await migratePostgres(urlIn(name))
  const { engine } = await openPostgres(urlIn(name))
  const { write } = engine.writer((queries) => queries)
  const who = {
    gender: 'female',
    birthDate: '1990-01-01',
    birthYear: 1990,
    country: 'FR',
    region: '',
    city: '',
  } as const
  const id = await write(async (tx) => {
    const user = { email: 'e@x.test', passwordHash: '', status: 'active', language: 'fr', signupAt: 0 } as const
    const added = await tx.account.addUser(user)
    await tx.account.addProfile({ ...who, id: added, name: 'Élodie', fictional: true, lastActive: 0 })
    return added
  })
  const { deskMembers, fictionalProfiles } = engine.read
  expect((await deskMembers.byName('ÉLO', 2)).map((found) => found.id)).toEqual([id])
  const filter = { name: 'Élod', isPaused: null, after: null }
  expect((await fictionalProfiles.page(filter, 2)).map((found) => found.id)).toEqual([id])
  await engine.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
}, 60_000)

/** Answers the question for the process behind a connection; everything else goes to PostgreSQL. */
const answerProcesses = (processes: number[]) =>
  vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...asked: unknown[]) {
    const isProcess = typeof asked[0] === 'string' && asked[0].startsWith('select pg_backend_pid()')
    return isProcess
      ? (Promise.resolve({ rows: [{ pid: processes.shift() }] }) as never)
      : driverQuery.apply(this, asked)
  })

describe('[OPS-9] a proxy that shares connections between transactions', () => {
  test('is refused where it gives the connection of one client to the next', async () => {
    answerProcesses([7, 7])
    await expect(migratePostgres(urlOf(opened))).rejects.toThrow('set pool_mode = session')
  })

  test('is refused where another client has the connection meanwhile', async () => {
    answerProcesses([7, 8, 9])
    await expect(migratePostgres(urlOf(opened))).rejects.toThrow('DATABASE_URL leads to a proxy')
  })

  test('is not what PostgreSQL itself looks like', async () => {
    expect(await migratePostgres(urlOf(opened))).toEqual({ isMigrated: false })
  })
})
