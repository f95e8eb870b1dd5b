import { rmSync } from 'node:fs'
import { setTimeout as later } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyOfBase } from '../testing/base-database.ts'
import { openDatabases, type Databases } from './database.ts'
import { UnavailableError, type CommitNeeds } from './engine.ts'
import { writeGroup, type WriteGroup } from './write-group.ts'

type Tx = {
  add: (id: number) => void
  count: () => number
  after: (effect: () => void) => void
  needs: CommitNeeds
}

let dir: string
let databases: Databases
let group: WriteGroup<Tx>
let commits: number

const rows = () => databases.reader.$client.prepare<[], { at: number }>('select at from dev_mails order by at').all()
const stored = () => rows().map(({ at }) => at)

/** The number of rows that one body sees: its own. */
const step = async (tx: Tx, id: number): Promise<number> => {
  const before = await Promise.resolve(tx.count())
  await Promise.resolve()
  tx.add(id)
  await Promise.resolve()
  return tx.count() - before
}

beforeEach(() => {
  const copy = copyOfBase()
  dir = copy.dir
  databases = openDatabases(copy.file)
  commits = 0
  const client = databases.writer.$client
  const prepare = client.prepare.bind(client)
  // Counts the commits that reach SQLite.
  client.prepare = ((sql: string) => {
    const statement = prepare(sql)
    if (sql !== 'commit') return statement
    return { run: () => ((commits += 1), statement.run()) }
  }) as typeof client.prepare
  const add = prepare(`insert into dev_mails (job, recipient, subject, text, html, at) values (0, '', '', '', '', ?)`)
  const count = prepare<[], { n: number }>('select count(*) as n from dev_mails')
  group = writeGroup<Tx>(databases.writer, (afterCommit, commitNeeds) => ({
    add: (id) => void add.run(id),
    count: () => count.get()?.n ?? -1,
    after: afterCommit,
    needs: commitNeeds,
  }))
})
afterEach(() => {
  databases.close()
  rmSync(dir, { recursive: true, force: true })
})

/** Writes three bodies in one turn: the second is rolled back with its error, the others are stored by one commit. */
const expectOnlyTheSecondToFail = async (body: (id: number, fails: boolean) => (tx: Tx) => unknown): Promise<void> => {
  const outcomes = await Promise.allSettled([
    group.write(body(1, false)),
    group.write(body(2, true)),
    group.write(body(3, false)),
  ])
  expect(outcomes).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('no 2') },
    { status: 'fulfilled', value: 3 },
  ])
  expect(stored()).toEqual([1, 3])
  expect(commits).toBe(1)
}

describe('[OPS-7] writers of one turn share one commit', () => {
  test('fifty bodies, one commit, each with its own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        group.write((tx) => {
          tx.add(id)
          return tx.count()
        }),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(commits).toBe(1)
    expect(stored()).toHaveLength(50)
  })

  test('the log is synced in full at each commit', () => {
    expect(databases.writer.$client.pragma('synchronous', { simple: true })).toBe(2)
    expect(databases.writer.$client.pragma('journal_mode', { simple: true })).toBe('wal')
  })

  test('no body answers before the commit: an answered write is readable for others', async () => {
    const seen = await Promise.all([
      group.write((tx) => tx.add(1)).then(stored),
      group.write((tx) => tx.add(2)).then(stored),
    ])
    expect(seen).toEqual([
      [1, 2],
      [1, 2],
    ])
  })

  test('effects run after the commit and before the answer', async () => {
    const order: string[] = []
    await group
      .write((tx) => {
        tx.add(1)
        tx.after(() => order.push(`effect, stored: ${stored().join()}`))
        order.push(`body, stored: ${stored().join()}`)
      })
      .then(() => order.push('answer'))
    expect(order).toEqual(['body, stored: ', 'effect, stored: 1', 'answer'])
  })

  test('a body that throws is rolled back alone, with its effects', async () => {
    const effects: number[] = []
    const body = (id: number, fails: boolean) => (tx: Tx) => {
      tx.add(id)
      tx.after(() => effects.push(id))
      if (fails) throw new Error(`no ${id}`)
      return id
    }
    await expectOnlyTheSecondToFail(body)
    expect(effects).toEqual([1, 3])
  })

  test.each<[string, (tx: Tx) => void]>([
    ['', () => undefined],
    [
      ' and hides its failure',
      () => {
        throw new Error('no 2')
      },
    ],
  ])('a body with a statement that fails, for which it does not wait,%s is rolled back alone', async (_, end) => {
    const effects: number[] = []
    const body = (id: number, fails: boolean) => (tx: Tx) => {
      tx.needs(async () => tx.add(id))
      tx.after(() => effects.push(id))
      if (!fails) return id
      tx.needs(() => Promise.reject(new Error('no 2')))
      return end(tx)
    }
    await expectOnlyTheSecondToFail(body)
    expect(effects).toEqual([1, 3])
  })

  test('a failing effect affects no other effect and no answer', async () => {
    const failure = new Error('effect')
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    await group.write((tx) => {
      tx.add(1)
      tx.after(() => {
        throw failure
      })
    })
    await group.write((tx) => tx.add(2))
    expect(stored()).toEqual([1, 2])
    expect(warn.mock.calls).toEqual([[failure]])
  })

  test('bodies run one after another, also if they await their queries', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((id) => group.write((tx) => step(tx, id))))
    expect(answers).toEqual([1, 1, 1, 1])
  })

  test('a body that awaits anything but its queries fails the group, and nothing of the group is stored', async () => {
    const outcomes = await Promise.allSettled([
      group.write((tx) => tx.add(1)),
      group.write(async (tx) => {
        tx.add(2)
        await later(5)
      }),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(stored()).toEqual([])
    // The next group is not affected.
    await group.write((tx) => tx.add(3))
    expect(stored()).toEqual([3])
  })

  test('writes that arrive while a group runs form the next group', async () => {
    let second: Promise<void> | undefined
    await group.write((tx) => {
      tx.add(1)
      second = group.write((next) => next.add(2))
    })
    expect(stored()).toEqual([1])
    await second
    expect(stored()).toEqual([1, 2])
    expect(commits).toBe(2)
  })

  test('settled resolves when all requested writes are committed', async () => {
    void group.write((tx) => tx.add(1))
    await group.settled()
    expect(stored()).toEqual([1])
  })
})

test('[OPS-7] reads of other turns on the same connection never see an open group', async () => {
  const client = databases.writer.$client
  const until = { busy: true }
  const seen: boolean[] = []
  // Reads in every kind of turn: timers, immediates, and promises that settle in them.
  const readers = [
    ...Array.from({ length: 4 }, async () => {
      while (until.busy) {
        await later(0)
        await Promise.resolve()
        seen.push(client.inTransaction)
      }
    }),
    ...Array.from({ length: 4 }, async () => {
      while (until.busy) {
        await new Promise((resolve) => setImmediate(resolve))
        for (let index = 0; index < 5; index += 1) await Promise.resolve()
        seen.push(client.inTransaction)
      }
    }),
  ]
  for (let round = 0; round < 40; round += 1) {
    const group50 = Array.from({ length: 50 }, (_, id) => group.write((tx) => step(tx, id)))
    await Promise.all(group50)
    seen.push(client.inTransaction)
  }
  until.busy = false
  await Promise.all(readers)
  expect(seen.length).toBeGreaterThan(100)
  expect(seen.filter((inside) => inside)).toEqual([])
})

/** A command of the operator, or somebody's `sqlite3`, in the middle of a transaction. */
const lockFromOutside = (): { end: () => void } => {
  const other = new Database(databases.file)
  onTestFinished(() => void other.close())
  other.exec('begin immediate')
  return { end: () => void other.exec('commit') }
}

test('[OPS-7] a write waits for another process that writes, and other turns run meanwhile', async () => {
  const lock = lockFromOutside()
  const written = group.write((tx) => tx.add(1))
  for (let turn = 0; turn < 20; turn += 1) await later(1)
  expect(stored()).toEqual([])
  lock.end()
  await written
  expect(stored()).toEqual([1])
})

test('[OPS-12] a database that another process has locked for long refuses writes as one that is away, and names how to find it', async () => {
  const impatient = writeGroup<null>(databases.writer, () => null, undefined, 0)
  const lock = lockFromOutside()
  const refused = impatient.write(() => undefined)
  await expect(refused).rejects.toThrow(UnavailableError)
  await expect(refused).rejects.toThrow(`has locked ${databases.file} for seconds: see docs/operations.md`)
  lock.end()
  await impatient.write(() => undefined)
})
