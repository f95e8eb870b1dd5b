/**
 * The signed exchange with the operator's provider of age checks [GUARD-6], both ways by redirects of the member's browser.
 * Each message is signed with HMAC-SHA256 over its own fields, one a line, so that neither can pass as the other.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE_MS } from '#contract/limits.ts'

export const PROVIDER_RESULTS = ['over_18', 'under_18', 'failed', 'cancelled'] as const
export type ProviderResult = (typeof PROVIDER_RESULTS)[number]

/** The maximum difference between the clock of the provider and ours. */
const SKEW_MS = 5 * MINUTE_MS

const signatureOf = (secret: string, lines: readonly string[]): string =>
  createHmac('sha256', secret).update(lines.join('\n')).digest('hex')

const isSignedBy = (secret: string, lines: readonly string[], signature: string): boolean => {
  const [one, other] = [Buffer.from(signatureOf(secret, lines)), Buffer.from(signature)]
  return one.length === other.length && timingSafeEqual(one, other)
}

type ProviderRequest = { state: string; returnUrl: string; expires: string }

/** The address that the member's browser opens. @param expiresAt ms since the epoch */
export const providerUrl = (
  { url, secret }: { url: string; secret: string },
  { state, returnUrl, expiresAt }: { state: string; returnUrl: string; expiresAt: number },
): string => {
  const expires = String(Math.floor(expiresAt / 1_000))
  const target = new URL(url)
  const signature = signatureOf(secret, ['age-request', state, returnUrl, expires])
  for (const [name, value] of Object.entries({ state, return_url: returnUrl, expires, signature }))
    target.searchParams.set(name, value)
  return target.href
}

/** Reads a request, for the sandbox as a provider. @returns null if our server did not sign the request, or too long ago */
export const readProviderRequest = (secret: string, query: URLSearchParams, now: number): ProviderRequest | null => {
  const parameter = (name: string): string => query.get(name) ?? ''
  const [state, returnUrl, expires] = [parameter('state'), parameter('return_url'), parameter('expires')]
  const isOurs = isSignedBy(secret, ['age-request', state, returnUrl, expires], parameter('signature'))
  return isOurs && Number(expires) * 1_000 > now ? { state, returnUrl, expires } : null
}

/** The return address, as the provider builds it. @param issuedAt ms since the epoch */
export const providerReturn = (
  secret: string,
  { state, returnUrl }: Pick<ProviderRequest, 'state' | 'returnUrl'>,
  result: ProviderResult,
  issuedAt: number,
): string => {
  const issued = String(Math.floor(issuedAt / 1_000))
  const target = new URL(returnUrl)
  const signature = signatureOf(secret, ['age-result', state, result, issued])
  for (const [name, value] of Object.entries({ state, result, issued, signature })) target.searchParams.set(name, value)
  return target.href
}

type SignedResult = { state: string; result: string; issued: string; signature: string }

/** @returns null if the provider did not sign this result just now */
export const readProviderResult = (
  secret: string,
  { state, result, issued, signature }: SignedResult,
  now: number,
): ProviderResult | null => {
  const known = PROVIDER_RESULTS.find((one) => one === result)
  if (known === undefined || !isSignedBy(secret, ['age-result', state, result, issued], signature)) return null
  return Math.abs(now - Number(issued) * 1_000) <= SKEW_MS ? known : null
}
