/** [PAY-11] Computes the refund of a withdrawal: the share of the purchase's credits that is not spent yet. */
import { DAY_MS, HOUR_MS } from '../limits.ts'

/**
 * The end of the withdrawal period. The day of the purchase does not count, the last day counts in full, and a last day at a weekend
 * moves to Monday (Regulation 1182/71, art. 3), in every time zone. One day more than the stated days is never too early,
 * with an hour for clocks that went back meanwhile. Public holidays differ by country and are not known here.
 */
export const withdrawableUntil = (completedAt: number, refundDays: number): number => {
  const end = completedAt + (refundDays + 1) * DAY_MS + HOUR_MS
  return end + Math.max(...lastDays(end).map((day) => DAYS_UNTIL_MONDAY[day] ?? 0)) * DAY_MS
}

/** A number for each day of the week; 0 is Sunday. */
const DAYS_UNTIL_MONDAY = [1, 0, 0, 0, 0, 0, 2]

/** The days of the week that may be the last one: the day before the end, from the most western time zone to the most eastern. */
const lastDays = (end: number): number[] =>
  [-12, 1, 14].map((zoneHours) => new Date(end + zoneHours * HOUR_MS - DAY_MS).getUTCDay())

type Purchase = {
  credits: number
  /** Minor units of the price that have not gone back yet. */
  amount: number
  /** The whole price, and the credits that earlier refunds have taken; left out if nothing has gone back. */
  price?: number
  taken?: number
}

/** @param left the credits of this purchase that are neither spent nor taken back */
export const withdrawalOf = ({ credits, amount, price = amount, taken = 0 }: Purchase, left: number) => {
  const unspent = Math.min(Math.max(left, 0), credits)
  // The credits of an earlier refund are paid for, so the rest of the price belongs to the others.
  const others = Math.max(credits - taken, unspent, 1)
  // Half a minor unit is rounded in the member's favour.
  const share = Math.floor((2 * amount * unspent + others) / (2 * others))
  return {
    credits_unspent: unspent,
    credits_spent: Math.max(credits - taken - unspent, 0),
    // A refund that took its credits and was never paid leaves more than the others cost.
    refund: Math.min(share, Math.ceil((price * unspent) / credits)),
  }
}
