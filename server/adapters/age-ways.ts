/** The ways of the age check that this installation can use [GUARD-6]: the operator's provider, and the EU proof of age. */
import { randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AgeWay } from '#contract/entities/age-check.ts'
import { EnvError, type Env } from '../env.ts'
import { ageIssuer, type AgeIssuer } from './age-wallet.ts'

export type AgeWays = {
  /** The address may be a path of this site, for the sandbox. Null if there is no provider. */
  provider: { url: string; secret: string } | null
  /** The authorities of the trusted list; null if there is none. */
  trusted: readonly X509Certificate[] | null
  /** The issuer of the sandbox's proofs of age, in a demo without a trusted list. */
  sandboxIssuer: AgeIssuer | null
}

type AgeEnv = Pick<Env, 'AGE_CHECK_URL' | 'AGE_CHECK_SECRET' | 'AGE_TRUSTED' | 'MODE'>

export const SANDBOX_PROVIDER = '/sandbox/age'
export const SANDBOX_WALLET = '/sandbox/wallet'

/**
 * In a demo, whatever is not configured is a sandbox with keys of this start, which no other site trusts.
 * @throws EnvError if the trusted list cannot be read
 */
export const openAgeWays = (env: AgeEnv, now: number): AgeWays => {
  const isDemo = env.MODE === 'demo'
  const sandboxIssuer = isDemo && env.AGE_TRUSTED === undefined ? ageIssuer(now) : null
  return {
    provider: providerOf(env) ?? (isDemo ? { url: SANDBOX_PROVIDER, secret: randomBytes(32).toString('hex') } : null),
    trusted: sandboxIssuer ? [sandboxIssuer.authority.certificate] : trustedOf(env.AGE_TRUSTED),
    sandboxIssuer,
  }
}

export const isOpenWay = ({ provider, trusted }: AgeWays, way: AgeWay): boolean =>
  (way === 'provider' ? provider : trusted) !== null

const providerOf = ({ AGE_CHECK_URL: url, AGE_CHECK_SECRET: secret }: AgeEnv): AgeWays['provider'] =>
  url === undefined || secret === undefined ? null : { url, secret }

const PEM = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** @throws EnvError */
const trustedOf = (file: string | undefined): readonly X509Certificate[] | null => {
  if (file === undefined) return null
  try {
    const certificates = readFileSync(file, 'utf8').match(PEM) ?? []
    if (certificates.length > 0) return certificates.map((pem) => new X509Certificate(pem))
  } catch (error) {
    throw new EnvError(`The environment is wrong:\nAGE_TRUSTED cannot be read: ${String(error)}`)
  }
  throw new EnvError(`The environment is wrong:\nAGE_TRUSTED has no certificate: ${file}`)
}
