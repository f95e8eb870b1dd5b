/** The price list for this member with the code they entered; refetched when a price rises or the network is back. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { Package, PriceList } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { after, serverNow } from '../../ports/clock.ts'
import { connection } from '../../state/connection.ts'
import { useResource } from '../../state/resource.ts'
import { user } from '../../state/session.ts'
import { isDiscountError, orderAtPrice, orderOf, type NewPrice, type Order } from './order.ts'

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
  const { data, error, loading, refresh } = codeError ? plain : entered
  // A code may end while its prices are shown: the order stays on the screen until those without it are there.
  const list = data ?? entered.data
  const risesAt = list?.price_rises_at ?? null
  useEffect(() => {
    if (risesAt === null) return undefined
    const left = risesAt - serverNow()
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

type ShownOrder = {
  order: Order
  /** The package at the price of the order. */
  priced: Package
  /** The server has refused the order, because its price is this one by now. */
  onNewPrice: (price: NewPrice) => void
}

/**
 * The order that a screen shows for a package.
 * @param source the price list or package that was fetched: a price that the server has named counts until it is refetched
 */
export const useOrder = (pack: Package, code: string | null, source: object): ShownOrder => {
  const [named, setNamed] = useState<{ source: object; price: NewPrice } | null>(null)
  const fetched = orderOf(pack, code)
  const order = named?.source === source ? orderAtPrice(fetched, named.price) : fetched
  return {
    order,
    priced: { ...pack, price: order.price, currency: order.currency },
    onNewPrice: (price) => setNamed({ source, price }),
  }
}
