/** Prices. `discountedPrice` is the only price function, so that the shown price is the charged price [PAY-7]. All amounts are whole minor units. */

/** The decimal places of a currency: 2 for EUR, 0 for JPY (ISO 4217). */
export const placesOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** Minor units as a decimal text, from the digits: no amount passes through floating point. */
export const decimalOf = (minor: number, currency: string): string => {
  const places = placesOf(currency)
  const digits = String(Math.abs(minor)).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${minor < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}

/**
 * @param percentage 0 to 100, may have a fraction
 * @returns between zero and the full price; half a unit is rounded in the member's favour
 */
export const discountedPrice = (fullPrice: number, percentage: number): number => {
  const off = Math.min(Math.max(percentage, 0), 100)
  // Compute in hundredths of a percent, so that rounding errors of floating point lose no fraction.
  const parts = fullPrice * (10_000 - Math.round(off * 100))
  // `+ 0` turns `-0` into `0`.
  return Math.ceil((parts - 5_000) / 10_000) + 0
}

/** The price of one message in a package, in minor units with a fraction; zero if messages are free. */
export const messagePrice = (price: number, credits: number, messageCredits: number): number =>
  credits === 0 ? 0 : (price * messageCredits) / credits
