/** [PAY-11] what withdrawing from a purchase gives back: the share of its credits that is not spent yet. */
import { DAY_MS } from '../limits.ts'

/**
 * The day of the purchase is not counted and the last one is whole (Regulation 1182/71, art. 3), in every time zone: a
 * day more than the days that are named is never too early.
 */
export const withdrawableUntil = (completedAt: number, refundDays: number): number =>
  completedAt + (refundDays + 1) * DAY_MS

type Purchase = { amount: number; credits: number }

/** @param left credits of this purchase that are neither spent nor taken back */
export const withdrawalOf = ({ amount, credits }: Purchase, left: number) => {
  const unspent = Math.min(Math.max(left, 0), credits)
  return {
    credits_unspent: unspent,
    credits_spent: credits - unspent,
    // Half a minor unit goes to the member.
    refund: Math.floor((2 * amount * unspent + credits) / (2 * credits)),
  }
}
