// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connection } from '../../state/connection.ts'
import { clearMemberData, putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { aPackage, aPriceList } from './testing.ts'
import { useOrder, usePrices } from './use-prices.ts'

vi.mock('../../state/connection.ts', async () => {
  const { signal } = await import('@preact/signals-react')
  return { connection: signal({ online: true }), reportOutcome: () => {} }
})

const asked: string[] = []
let list = aPriceList()
let refusedCode: string | null = null
beforeEach(() => {
  asked.length = 0
  list = aPriceList()
  refusedCode = null
  ;(connection as { value: unknown }).value = { online: true }
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/packages')) asked.push(url.slice('/api/packages'.length))
    return refusedCode !== null && url.endsWith(`code=${refusedCode}`)
      ? Response.json({ error: 'discount_not_found' }, { status: 400 })
      : Response.json(list)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let used = 0
const show = async (code: string | null) => {
  const shown = renderHook(({ now }: { now: string | null }) => usePrices(now), { initialProps: { now: code } })
  await act(async () => {})
  return shown
}
/** A code that no test before has used: answers are cached by code. */
const freshCode = (): string => {
  used += 1
  return `CODE${used}`
}

describe('the price list on the screen', () => {
  test('[PAY-7] carries the entered code', async () => {
    const code = freshCode()
    const { result } = await show(code)
    expect(asked).toEqual([`?code=${code}`])
    expect(result.current.list).toEqual(list)
  })

  test('[PAY-7] shows the prices without a refused code, with the reason', async () => {
    refusedCode = freshCode()
    const { result } = await show(refusedCode)
    expect(result.current.codeError?.error).toBe('discount_not_found')
    expect(result.current.list).toEqual(list)
    expect(result.current.error).toBeNull()
  })

  test('[PAY-7] a code that ends leaves its prices on the screen until those without it are there', async () => {
    clearMemberData()
    const code = freshCode()
    const lists: unknown[] = []
    const { result } = renderHook(() => {
      const prices = usePrices(code)
      lists.push(prices.list)
      return prices
    })
    await act(async () => {})
    refusedCode = code
    const before = lists.splice(0).at(-1)
    list = aPriceList({ last_method: 'paypal' })
    await act(() => result.current.refresh())
    expect(before).not.toBeNull()
    expect(lists).not.toContain(null)
    expect([result.current.list, result.current.codeError?.error]).toEqual([list, 'discount_not_found'])
  })

  test('[PAY-8] the list is requested again when the price rises', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    list = aPriceList({ price_rises_at: 1_060_000 })
    await show(freshCode())
    asked.length = 0
    list = aPriceList()
    await act(() => vi.advanceTimersByTimeAsync(59_999))
    expect(asked).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(asked).toHaveLength(1)
  })

  test('the list is requested again when the network is back, and not when it is lost', async () => {
    await show(freshCode())
    asked.length = 0
    await act(async () => void ((connection as { value: unknown }).value = { online: false }))
    expect(asked).toEqual([])
    await act(async () => void ((connection as { value: unknown }).value = { online: true }))
    expect(asked).toHaveLength(1)
  })

  test('[PAY-3] the list is requested again when the member becomes Premium', async () => {
    putAnswer('user.get', {}, { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } })
    await show(freshCode())
    asked.length = 0
    await act(async () =>
      putAnswer('user.get', {}, { user: aUser({ paid_user: true }), counts: { unread_messages: 0, new_likes: 0 } }),
    )
    expect(asked).toHaveLength(1)
  })
})

test('[PAY-13] a price that the server has named counts until the prices are fetched again', () => {
  const pack = aPackage(15, 999)
  const { result, rerender } = renderHook(({ source }) => useOrder(pack, null, source), {
    initialProps: { source: {} },
  })
  act(() => result.current.onNewPrice({ price: 1_299 }))
  expect([result.current.order.price, result.current.priced.price]).toEqual([1_299, 1_299])
  rerender({ source: {} })
  expect([result.current.order.price, result.current.priced.price]).toEqual([999, 999])
})
