/** The price list for this member with the code they entered; refetched when a price rises or the network is back. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { PriceList } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { after, now } from '../../ports/clock.ts'
import { connection } from '../../state/connection.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { isDiscountError } from './order.ts'

type Prices = {
  list: PriceList | null
  /** The reason why there are no prices. */
  error: ErrorBody | null
  /** The reason why the code is refused; the prices are then those without the code. */
  codeError: ErrorBody | null
  loading: boolean
  refresh: () => Promise<void>
}

export const usePrices = (code: string | null): Prices => {
  useSignals()
  const entered = useResource('packages.get', { query: code === null ? {} : { code } })
  const codeError = code !== null && entered.error && isDiscountError(entered.error) ? entered.error : null
  const plain = useResource('packages.get', codeError ? { query: {} } : null)
  const { data: list, error, loading, refresh } = codeError ? plain : entered
  const risesAt = list?.price_rises_at ?? null
  useEffect(() => {
    if (risesAt === null) return undefined
    const left = risesAt - now()
    return left > 0 ? after(left, () => void refresh()) : undefined
  }, [risesAt, refresh])
  const { online } = connection.value
  const paid = user.value?.paid_user ?? false
  const before = useRef({ online, paid })
  useEffect(() => {
    const was = before.current
    before.current = { online, paid }
    if ((online && !was.online) || paid !== was.paid) void refresh()
  }, [online, paid, refresh])
  return { list, error, codeError, loading, refresh }
}
