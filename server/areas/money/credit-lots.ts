/**
 * Assigns each credit of a balance to its purchase [PAY-1], [PAY-11]. The ledger alone decides: spending takes the
 * oldest credits first, and a refund or chargeback takes credits of its own purchase only. Nothing is stored beside the
 * ledger, so a message pays nothing for this and no copy can differ from the entries (decision 50).
 */
import type { LedgerReason } from '#contract/entities/money.ts'

export type LedgerMove = { amount: number; reason: LedgerReason; reference: string }

/** The remaining credits of one gift or purchase. */
type CreditLot = {
  /** The payment of these credits; null if they were free. */
  payment: string | null
  left: number
}

/** @param moves the ledger of one member, the oldest entry first; several spendings in a row may be one */
export const creditLots = (moves: readonly LedgerMove[]): CreditLot[] => {
  const lots: CreditLot[] = []
  /** The lots that each message took its credits from. */
  const taken = new Map<string, { lot: CreditLot; count: number }[]>()
  const spend = (count: number, reference: string): void => {
    let toTake = count
    for (const lot of lots) {
      if (toTake === 0) return
      const part = takeFrom(lot, toTake)
      if (part > 0) taken.set(reference, [...(taken.get(reference) ?? []), { lot, count: part }])
      toTake -= part
    }
  }
  /** The credits of a message that reached nobody belong to their purchases again [GUARD-1]. */
  const giveBack = (reference: string): void => {
    for (const { lot, count } of taken.get(reference) ?? []) lot.left += count
    taken.delete(reference)
  }
  for (const { amount, reason, reference } of moves) {
    const payment = paymentOfEntry({ reason, reference })
    const own = payment === null ? undefined : lots.find((lot) => lot.payment === payment)
    if (reason === 'returned') giveBack(reference)
    else if (amount >= 0) {
      // A chargeback that was won gives the purchase its credits again.
      if (own) own.left += amount
      else lots.push({ payment, left: amount })
    } else {
      // Earlier versions let a chargeback take more than its own purchase had left; the excess counts as spent.
      spend(-amount - takeFrom(own, -amount), reference)
    }
  }
  return lots
}

/** The credits of one purchase that are not spent and not taken back. */
export const unspentOf = (moves: readonly LedgerMove[], payment: string): number =>
  creditLots(moves).find((lot) => lot.payment === payment)?.left ?? 0

/** The payment of an entry, or null if it refers to none. */
export const paymentOfEntry = ({ reason, reference }: Pick<LedgerMove, 'reason' | 'reference'>): string | null =>
  PAYMENT_REASONS.has(reason) ? (reference.split(' ')[0] ?? null) : null

const PAYMENT_REASONS: ReadonlySet<LedgerReason> = new Set(['purchase', 'refund', 'chargeback'])

/** The entries of a payment that took its credits back, or gave back what a chargeback had taken. */
const backEntries = (moves: readonly LedgerMove[], payment: string): LedgerMove[] =>
  moves.filter((move) => move.reason !== 'purchase' && paymentOfEntry(move) === payment)

/** The credits of a payment that chargebacks have taken and not given back. */
export const chargedBackOf = (moves: readonly LedgerMove[], payment: string): number =>
  backEntries(moves, payment).reduce((sum, { reason, amount }) => (reason === 'chargeback' ? sum - amount : sum), 0)

/**
 * The reference of the next entry that takes credits of a payment back, or gives them back. Credits of a message that reached
 * nobody may come back after a refund, and a chargeback may be won and made again: each needs an entry of its own. The
 * credits that were moved before never repeat, because each entry adds to them.
 */
export const takingReference = (moves: readonly LedgerMove[], payment: string): string => {
  const before = backEntries(moves, payment).reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  return before === 0 ? payment : `${payment} ${before}`
}

/** @returns how many credits were taken */
const takeFrom = (lot: CreditLot | undefined, wanted: number): number => {
  if (!lot) return 0
  const taken = Math.min(lot.left, wanted)
  lot.left -= taken
  return taken
}
