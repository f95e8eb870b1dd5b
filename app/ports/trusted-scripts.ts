/**
 * The script addresses from which the app may start workers. Under Trusted Types these are the only ones: the service
 * worker and the build's own files.
 */
type Policy = { createScriptURL: (address: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => { createScriptURL: (address: string) => unknown } }

/** Named in the Content-Security-Policy [SAFE-5]. */
const POLICY_NAME = 'visavis'

export const isOwnScript = (address: string, page: string): boolean => {
  const base = new URL(page)
  if (!URL.canParse(address, base)) return false
  const { origin, pathname, search } = new URL(address, base)
  return origin === base.origin && search === '' && (pathname === '/sw.js' || /^\/assets\/[\w.-]+\.js$/.test(pathname))
}

const refuseOthers = (address: string): string => {
  if (isOwnScript(address, location.href)) return address
  throw new TypeError('not a script of this app')
}

let policy: ReturnType<Factory['createPolicy']> | undefined

/** The address in the form that the browser accepts: a trusted one with Trusted Types, else the text. */
export const scriptAddress = (address: string): string => {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes
  if (!factory) return refuseOthers(address)
  policy ??= factory.createPolicy(POLICY_NAME, { createScriptURL: refuseOthers })
  // The DOM's types accept text only, although the value is a TrustedScriptURL.
  return policy.createScriptURL(address) as string
}
