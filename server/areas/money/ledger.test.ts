import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabases, type Databases } from '../../db/database.ts'
import { users } from '../../db/schema/account.ts'
import { ledger } from '../../db/schema/money.ts'
import { writeGroup } from '../../db/write-group.ts'
import { moneyQueries } from './queries.ts'

let folder: string
let databases: Databases

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  databases = openDatabases(join(folder, 'test.db'))
})

afterEach(() => {
  databases.close()
  rmSync(folder, { recursive: true })
})

const addMember = async (name: string): Promise<number> =>
  (
    await databases.writer
      .insert(users)
      .values({ email: `${name}@x.test`, passwordHash: '', status: 'active', language: 'it', signupAt: 0 })
      .returning({ id: users.id })
      .get()
  ).id

const sumOf = async (userId: number): Promise<number> =>
  (await databases.writer.select().from(ledger).all())
    .filter((entry) => entry.userId === userId)
    .reduce((sum, { amount }) => sum + amount, 0)

describe('the ledger', () => {
  test('[PAY-1] the balance is the sum of the entries and never below zero, with any parallel writes', async () => {
    const group = writeGroup(databases.writer, () => moneyQueries(databases.writer))
    let round = 0
    const move = fc.record({
      amount: fc.integer({ min: -7, max: 9 }),
      reference: fc.integer({ min: 0, max: 30 }).map(String),
      reason: fc.constantFrom('signup' as const, 'message' as const),
    })

    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { maxLength: 12 }), { maxLength: 5 }), async (turns) => {
        round += 1
        const userId = await addMember(`member${round}`)
        for (const turn of turns) {
          const balances = await Promise.all(
            turn.map((entry) => group.write((money) => money.addEntry({ ...entry, userId, at: 1 }))),
          )
          expect(balances.every((balance) => balance === null || balance >= 0)).toBe(true)
          expect(await moneyQueries(databases.writer).balance(userId)).toBe(await sumOf(userId))
        }
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  test('[PAY-1] one entry per member, reason and reference', async () => {
    const money = moneyQueries(databases.writer)
    const userId = await addMember('one')
    const entry = { userId, amount: 5, reason: 'signup' as const, reference: '', at: 1 }
    expect(await money.addEntry(entry)).toBe(5)
    expect(await money.addEntry(entry)).toBe(5)
    expect(await sumOf(userId)).toBe(5)
  })

  test('[PAY-1] an entry that the balance does not cover is not written', async () => {
    const money = moneyQueries(databases.writer)
    const userId = await addMember('poor')
    expect(await money.addEntry({ userId, amount: -1, reason: 'message', reference: '1', at: 1 })).toBeNull()
    expect(await databases.writer.select().from(ledger).all()).toEqual([])
  })

  test('[CHAT-5] the stored balance after an entry never changes', async () => {
    const money = moneyQueries(databases.writer)
    const userId = await addMember('one')
    await money.addEntry({ userId, amount: 5, reason: 'signup', reference: '', at: 1 })
    await money.addEntry({ userId, amount: -1, reason: 'message', reference: '1', at: 2 })
    await money.addEntry({ userId, amount: -1, reason: 'message', reference: '2', at: 3 })
    expect(await money.balanceAfter(userId, 'message', '1')).toBe(4)
    expect(await money.balanceAfter(userId, 'message', '3')).toBeUndefined()
  })
})
