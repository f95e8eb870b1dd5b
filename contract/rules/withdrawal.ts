/** [PAY-11] Computes the refund of a withdrawal: the share of the purchase's credits that is not spent yet. */
import { DAY_MS, HOUR_MS } from '../limits.ts'

/**
 * The end of the withdrawal period. The day of the purchase does not count and the last day counts in full (Regulation
 * 1182/71, art. 3), in every time zone. One day more than the stated days is never too early, with an hour for clocks that
 * went back meanwhile.
 */
export const withdrawableUntil = (completedAt: number, refundDays: number): number =>
  completedAt + (refundDays + 1) * DAY_MS + HOUR_MS

type Purchase = { amount: number; credits: number }

/** @param left the credits of this purchase that are neither spent nor withdrawn */
export const withdrawalOf = ({ amount, credits }: Purchase, left: number) => {
  const unspent = Math.min(Math.max(left, 0), credits)
  return {
    credits_unspent: unspent,
    credits_spent: credits - unspent,
    // Half a minor unit is rounded in the member's favour.
    refund: Math.floor((2 * amount * unspent + credits) / (2 * credits)),
  }
}
