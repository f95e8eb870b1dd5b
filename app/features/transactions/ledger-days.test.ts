import { expect, test } from 'vitest'
import type { LedgerEntry } from '#contract/entities/money.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { ledgerDays, ledgerOf } from './use-transactions.ts'

const NOON = new Date(2026, 2, 7, 12).getTime()
const entry = (id: number, at = NOON): LedgerEntry => ({
  id,
  at,
  amount: -1,
  balance: 10,
  reason: 'message',
  profile: null,
  payment_id: null,
})
const idsOf = (entries: readonly LedgerEntry[]): number[] => entries.map(({ id }) => id)

test('[PAY-11] merged pages show every entry once, the newest first', () => {
  expect(idsOf(ledgerOf([entry(9), entry(8)], [entry(8), entry(7)], [entry(6)]))).toEqual([9, 8, 7, 6])
})

test('[PAY-11] an entry of a refetched page replaces the older one', () => {
  const [shown] = ledgerOf([{ ...entry(3), balance: 1 }], [{ ...entry(3), balance: 2 }])
  expect(shown?.balance).toBe(2)
})

test('[PAY-11] days follow the device’s time zone', () => {
  const days = ledgerDays([entry(4), entry(3, NOON - 11 * HOUR_MS), entry(2, NOON - 13 * HOUR_MS)])
  expect(days.map(({ entries }) => idsOf(entries))).toEqual([[4, 3], [2]])
})
