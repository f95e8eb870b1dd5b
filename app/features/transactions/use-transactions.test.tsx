// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { LedgerEntry } from '#contract/entities/money.ts'
import { putAnswer } from '../../state/resource.ts'
import { useTransactions } from './use-transactions.ts'

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
