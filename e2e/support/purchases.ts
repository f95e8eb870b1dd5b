/** A purchase made from beside the browser: the price as it is, and what the sandbox's payer chose. */
import type { Payment } from '#contract/entities/money.ts'
import { newClientId, type Client } from './client.ts'
import type { Product } from './product.ts'

/** @param pack a package, named by its credits */
export const buy = async (product: Product, client: Client, pack = '15'): Promise<Payment> => {
  const { packages } = await client.ask('packages.get', { query: {} })
  const wanted = packages.find(({ id }) => id === pack)
  if (!wanted) throw new Error(`There is no package ${pack}.`)
  const { price, currency } = wanted
  const order = {
    client_id: newClientId(),
    package: pack,
    price,
    currency,
    method: 'creditcard',
    remember: false,
  } as const
  const { payment } = await client.ask('payments.create', { body: order })
  await atSandbox(product, payment, 'paid')
  return payment
}

/** Chooses on the sandbox's payment page. */
export const atSandbox = async (product: Product, { checkout_url: page }: Payment, outcome: string): Promise<void> => {
  if (page === null) throw new Error('The payment leads to no page.')
  const response = await fetch(new URL(page, product.url), {
    method: 'POST',
    headers: { origin: product.url },
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`The sandbox answered ${response.status} ${await response.text()}`)
}
