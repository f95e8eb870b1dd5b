// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LedgerEntry } from '#contract/entities/money.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { putAnswer } from '../../state/resource.ts'
import { useTransactions, ledgerDays, ledgerOf } from './use-transactions.ts'

const entry = (id: number): LedgerEntry => ({
  id,
  at: id,
  amount: -1,
  balance: 5,
  reason: 'message',
  profile: null,
  payment_id: null,
})
const listOf = (ids: number[], has_more: boolean) => ({ payments: [], entries: ids.map(entry), has_more })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('[PAY-11] each earlier entry is added once, after the last one shown, and a failure removes none', async () => {
  const asked: string[] = []
  let isBroken = true
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    if (!url.includes('before')) return Response.json(listOf([9, 8, 7], true))
    if (isBroken) return Response.json({ error: 'server_error' }, { status: 500 })
    return Response.json(url.includes('before=7') ? listOf([6, 5], true) : listOf([4], false))
  })
  putAnswer('transactions.list', { query: {} }, listOf([9, 8, 7], true))
  const { result } = renderHook(() => useTransactions())
  await act(async () => {})
  expect(result.current.hasMore).toBe(true)
  await act(async () => result.current.more())
  expect(result.current.moreFailed?.error).toBe('server_error')
  expect(result.current.entries?.map(({ id }) => id)).toEqual([9, 8, 7])
  isBroken = false
  await act(async () => result.current.more())
  expect(asked.at(-1)).toContain('before=7')
  expect(result.current.moreFailed).toBeNull()
  await act(async () => result.current.more())
  expect(asked.at(-1)).toContain('before=5')
  expect(result.current.entries?.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4])
  expect(result.current.hasMore).toBe(false)
})

const NOON = new Date(2026, 2, 7, 12).getTime()
const entryAt = (id: number, at = NOON): LedgerEntry => ({
  id,
  at,
  amount: -1,
  balance: 10,
  reason: 'message',
  profile: null,
  payment_id: null,
})
const idsOf = (entries: readonly LedgerEntry[]): number[] => entries.map(({ id }) => id)

test('[PAY-11] merged pages show every entryAt once, the newest first', () => {
  expect(idsOf(ledgerOf([entryAt(9), entryAt(8)], [entryAt(8), entryAt(7)], [entryAt(6)]))).toEqual([9, 8, 7, 6])
})

test('[PAY-11] an entryAt of a refetched page replaces the older one', () => {
  const [shown] = ledgerOf([{ ...entryAt(3), balance: 1 }], [{ ...entryAt(3), balance: 2 }])
  expect(shown?.balance).toBe(2)
})

test('[PAY-11] days follow the device’s time zone', () => {
  const days = ledgerDays([entryAt(4), entryAt(3, NOON - 11 * HOUR_MS), entryAt(2, NOON - 13 * HOUR_MS)])
  expect(days.map(({ entries }) => idsOf(entries))).toEqual([[4, 3], [2]])
})
