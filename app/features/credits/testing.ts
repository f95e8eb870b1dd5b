/** Sample objects for tests of buying. */
import type { Package, Payment, PriceList } from '#contract/entities/money.ts'
import { messagePrice } from '#contract/rules/price.ts'

export const PAYMENT_ID = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'

export const aPackage = (credits: number, full: number, price: number = full): Package => ({
  id: String(credits),
  credits,
  full_price: full,
  price,
  currency: 'EUR',
  message_price: messagePrice(price, credits, 1),
})

export const aPriceList = (change: Partial<PriceList> = {}): PriceList => ({
  country: 'IT',
  currency: 'EUR',
  packages: [aPackage(15, 999), aPackage(40, 1_999), aPackage(100, 3_999), aPackage(250, 7_999)],
  methods: ['paypal', 'creditcard', 'directdebit'],
  discount: null,
  price_rises_at: null,
  last_method: null,
  refund_days: 14,
  ...change,
})

export const aPayment = (change: Partial<Payment> = {}): Payment => ({
  payment_id: PAYMENT_ID,
  status: 'pending',
  country: 'IT',
  method: 'creditcard',
  credits: 15,
  amount: 999,
  currency: 'EUR',
  discount: null,
  created_at: 0,
  changed_at: 0,
  checkout_url: null,
  failure: null,
  repeated: false,
  finding_out: false,
  refunded: 0,
  ...change,
})
