/** Whether an outside provider can reach our URL: Mollie refuses a payment with an unreachable webhook. */
import { isIP } from 'node:net'

const OURS_ALONE = /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.|^\[?(?:::1?\]?$|f[cd]|fe80:)/i
const NO_NAMES = /(?:^|\.)(?:localhost|local|internal|test|invalid|example)$/i

export const isPublic = (url: string): boolean => {
  const host = new URL(url).hostname
  const isNumber = isIP(host.replaceAll(/[[\]]/g, '')) !== 0
  return isNumber ? !OURS_ALONE.test(host) : host.includes('.') && !NO_NAMES.test(host)
}
