/**
 * Registers the worker once the first frame of a visitor's page is painted, so that its script comes beside the shell's. The build inlines
 * this script into the prerendered documents; `begin-worker.ts` registers the worker where it did not run.
 */
type Factory = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => unknown }
}

const SCRIPT = '/sw.js'

const register = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  // The shell makes the policy `visavis`, and a name serves once. This policy gives one address only.
  const policy = trustedTypes?.createPolicy('visavis-early', { createScriptURL: () => SCRIPT })
  // The DOM's types accept text only, although the value may be a TrustedScriptURL.
  const address = (policy?.createScriptURL(SCRIPT) ?? SCRIPT) as string
  navigator.serviceWorker.register(address).catch(() => {})
}

if ('serviceWorker' in navigator) requestAnimationFrame(() => setTimeout(register))
