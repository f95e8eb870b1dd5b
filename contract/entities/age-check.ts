/** The age check of members in countries that require one [GUARD-6]. */
import * as v from 'valibot'
import { Count, Timestamp } from '../fields.ts'

/** The ways to show one's age: the operator's provider (AGE_CHECK_URL), and the EU proof of age in a wallet. */
export const AGE_WAYS = ['provider', 'eu_proof'] as const
export type AgeWay = (typeof AGE_WAYS)[number]

/** The values of the setting by country. */
export const AGE_CHECKS = ['none', ...AGE_WAYS, 'both'] as const
export type AgeCheck = (typeof AGE_CHECKS)[number]

export const AGE_RESULTS = ['over', 'not_over'] as const

/** The reasons for which an attempt ended without a result. */
export const AGE_FAULTS = [
  /** The member left the provider, or declined in the wallet. */
  'abandoned',
  /** The provider could not tell, or the wallet reported an error. */
  'failed',
  /** The proof of age is no longer valid, or not yet. */
  'expired',
  /** No issuer that this site trusts signed the proof. */
  'untrusted',
  /** The proof is unreadable, was changed, or was made for another request. */
  'refused',
] as const
export type AgeFault = (typeof AGE_FAULTS)[number]

/** The state of a member's age check, for the member's own screen. */
export const AgeState = v.object({
  /**
   * `none`: nobody asks · `ahead`: the check is needed from `due` on · `needed`: now · `passed` · `doubt`: a check said
   * that the member is not over 18, and a person looks at it.
   */
  state: v.picklist(['none', 'ahead', 'needed', 'passed', 'doubt']),
  due: v.nullable(Timestamp),
  /** All that is stored of a check: its way and its day. */
  passed: v.nullable(v.object({ way: v.picklist(AGE_WAYS), day: v.string() })),
  /** The ways that the member may use now; empty if nobody asks. */
  ways: v.array(v.picklist(AGE_WAYS)),
  /** The attempts that are left today. */
  attempts_left: Count,
  /** How the member's last attempt ended without a result; null for none. */
  fault: v.nullable(v.picklist(AGE_FAULTS)),
  /** An attempt of the member waits for an answer. */
  waiting: v.boolean(),
})
export type AgeState = v.InferOutput<typeof AgeState>

/** A request for the EU proof of age, in the two forms that reach a wallet. */
export const ProofRequest = v.object({
  id: v.string(),
  expires_at: Timestamp,
  /** The link that opens the wallet on this device, and the content of the QR code for another one. */
  link: v.string(),
  /** The same request for wallets that know only the general scheme of OpenID4VP. */
  general_link: v.string(),
  /** The request for `navigator.credentials.get({ digital })`. */
  browser: v.object({ protocol: v.string(), data: v.record(v.string(), v.unknown()) }),
  /** The sandbox's wallet, in a demo only. */
  sandbox: v.nullable(v.string()),
})
export type ProofRequest = v.InferOutput<typeof ProofRequest>
