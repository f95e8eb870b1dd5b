/** The one price function: what is shown is what is charged [PAY-7]. Everything in whole minor units. */

/**
 * @param percentage 0 to 100, may have a fraction
 * @returns never below zero nor above the full price; a half unit is rounded to the member's side
 */
export const discountedPrice = (fullPrice: number, percentage: number): number => {
  const off = Math.min(Math.max(percentage, 0), 100)
  // In hundredths of a percent, so that no fraction of the percentage is lost to floating point.
  const parts = fullPrice * (10_000 - Math.round(off * 100))
  // `+ 0`, since nothing is `-0` otherwise.
  return Math.ceil((parts - 5_000) / 10_000) + 0
}

/** What one message costs in a package, in minor units with a fraction; zero where messages cost nothing. */
export const messagePrice = (price: number, credits: number, messageCredits: number): number =>
  credits === 0 ? 0 : (price * messageCredits) / credits
