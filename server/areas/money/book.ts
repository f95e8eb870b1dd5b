/**
 * Books each change of money that a provider's answer causes [DESK-12]: in the transaction that takes the answer in, so
 * that the books, the payment and the credits never differ.
 */
import { TAKEN_BACK } from '#contract/desk/member-money.ts'
import type { CompanyInfo } from '#contract/entities/money.ts'
import type { Tx } from '../../deps.ts'
import { vatIn } from './invoice.ts'
import type { DeskRefundRow } from './book-queries.ts'
import type { PaymentRow } from './payment-queries.ts'
import { paidBack, takenByBank } from './payment-view.ts'

type Needs = Pick<Tx, 'books' | 'payments' | 'transactions' | 'jobs' | 'deskChanged'>

/** @returns the payment with its seller and buyer, as of the moment of the sale */
export const bookChanges = async (
  tx: Needs,
  before: PaymentRow,
  after: PaymentRow,
  { company, at }: { company: CompanyInfo; at: number },
): Promise<PaymentRow> => {
  let payment = after
  if (before.completedAt === null && after.completedAt !== null) {
    // A buyer whose account is erased is not on the invoice.
    const buyer = await tx.transactions.buyer(after.userId)
    const { name: buyerName = null, email: buyerEmail = null } = buyer ?? {}
    payment = await tx.payments.change(after.id, { seller: await tx.books.sellerId(company), buyerName, buyerEmail })
    const { vat } = vatIn(after.amount, after.vatPercentage)
    await tx.books.addBooking({ kind: 'sale', payment: after.id, amount: after.amount, vat, at })
  }
  // Without a sale there is nothing to correct: such money never reached the books.
  if (payment.completedAt === null) return payment
  const { refundedThere, chargedBackThere, chargedBackWon } = before
  const refunded = after.refundedThere - refundedThere
  const chargedBack = takenByBank(after) - takenByBank(before)
  const refund = await orderBehind(tx, payment, refunded, at)
  const earlier = { ...payment, chargedBackThere, chargedBackWon }
  await bookBack(tx, { ...earlier, refundedThere }, { kind: 'refund', more: refunded, refund, at })
  await bookBack(tx, earlier, { kind: 'chargeback', more: chargedBack, refund: null, at })
  if (chargedBack !== 0) {
    if (chargedBack > 0) await tx.books.addChargeback(after.id, takenByBank(after), at)
    else await tx.books.lowerChargeback(after.id, takenByBank(after), at)
    tx.deskChanged('queue')
  }
  return payment
}

/** @returns the order of the desk behind a change of the refunds, or null if it was made at the provider or by the member */
const orderBehind = async (tx: Needs, payment: PaymentRow, more: number, at: number): Promise<string | null> => {
  if (more === 0) return null
  const orders = await tx.books.refunds(payment.id)
  const isOpen = more > 0
  const order = orders.find((one) => (one.doneAt === null) === isOpen && one.amount === Math.abs(more))
  const isOwn = payment.refunded === Math.abs(more)
  await (isOpen ? endRefund(tx, payment, { order, isOwn, at }) : reopenRefund(tx, payment, { order, isOwn, at }))
  return order?.id ?? null
}

type Behind = {
  order: DeskRefundRow | undefined
  /** Whether it is the refund of the withdrawal if no order is behind it. */
  isOwn: boolean
  at: number
}

const endRefund = async (
  tx: Needs,
  { id, refundRefusedAt }: PaymentRow,
  { order, isOwn, at }: Behind,
): Promise<void> => {
  if (order) return endOrder(tx, order, at)
  if (!isOwn || refundRefusedAt === null) return
  await tx.payments.change(id, { refundRefusedAt: null, refundRefusal: null })
  tx.deskChanged('queue')
}

/** The member of an order of the desk hears of it only now that the money really goes back. */
export const endOrder = async (
  tx: Pick<Needs, 'books' | 'jobs' | 'deskChanged'>,
  { id: refund, payment }: DeskRefundRow,
  at: number,
): Promise<void> => {
  await tx.books.changeRefund(refund, { doneAt: at, refusedAt: null, refusal: null })
  await tx.jobs.add({ kind: 'mail.refund', payload: { payment, refund } }, at)
  tx.deskChanged('queue')
}

/** The provider took a refund back days later, such as one to a closed account: it waits for the desk like one that was refused at once. */
const reopenRefund = async (tx: Needs, { id }: PaymentRow, { order, isOwn, at }: Behind): Promise<void> => {
  if (order) await tx.books.changeRefund(order.id, { doneAt: null, refusedAt: at, refusal: TAKEN_BACK })
  else if (isOwn) await tx.payments.change(id, { refundRefusedAt: at, refundRefusal: TAKEN_BACK })
  else return
  tx.deskChanged('queue')
}

type Back = {
  kind: 'refund' | 'chargeback'
  /** Minor units that went back; negative if the provider cancelled a refund. */
  more: number
  /** The order of the desk, or null if there is none. */
  refund: string | null
  at: number
}

/**
 * The VAT of each part is the difference of two whole amounts, so the parts of a full refund add up to the VAT of the
 * sale to the cent.
 * @param payment as it was before
 */
export const bookBack = async (
  tx: Pick<Needs, 'books'>,
  payment: PaymentRow,
  { kind, more, refund, at }: Back,
): Promise<void> => {
  if (more === 0) return
  const { id, vatPercentage } = payment
  const back = paidBack(payment) + takenByBank(payment)
  const vatOf = (amount: number): number => vatIn(amount, vatPercentage).vat
  const vat = vatOf(back) - vatOf(back + more)
  await tx.books.addBooking({ kind, payment: id, amount: -more, vat, at, refund })
}

/** Stores the seller of invoices from before sellers were stored: the company of their domain as it is now. */
export const storeSellers = async (
  tx: Pick<Tx, 'books'>,
  companyOf: (domain: string) => CompanyInfo,
): Promise<void> => {
  for (const domain of await tx.books.domainsWithoutSeller())
    await tx.books.setSellerOf(domain, await tx.books.sellerId(companyOf(domain)))
}
