/** The calls of the age check [GUARD-6]. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { AgeState, ProofRequest } from '../entities/age-check.ts'
import { Empty } from './parts.ts'

/** The ids and secrets that this server makes, and the values that a provider sends. */
const Token = v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(200, 'too_long'))

/** The `vp_token` of OpenID4VP as JSON. */
const AnswerText = v.pipe(v.string('invalid'), v.maxLength(48 * 1_024, 'too_long'))

export const ageCalls = {
  'age.get': {
    method: 'GET',
    path: 'age',
    who: 'member',
    offline: 'network',
    response: AgeState,
    errors: [],
  },
  /** Begins a check by the operator's provider: the page goes to `url`. */
  'age.provider': {
    method: 'POST',
    path: 'age/provider',
    who: 'member',
    offline: 'network',
    body: Empty,
    response: v.object({ url: v.string() }),
    errors: ['age_way_closed', 'rate_limited'],
  },
  /** The provider sends the member back here with its signed result; the member is redirected to the screen of the check. */
  'age.return': {
    method: 'GET',
    path: 'age/return',
    who: 'visitor',
    offline: 'network',
    query: v.object({ state: Token, result: Token, issued: Token, signature: Token }),
    response: 'redirect',
    errors: ['rate_limited'],
  },
  /** Begins a request for the EU proof of age; the member's request before it ends. */
  'age.proof': {
    method: 'POST',
    path: 'age/proof',
    who: 'member',
    offline: 'network',
    body: Empty,
    response: ProofRequest,
    errors: ['age_way_closed', 'rate_limited'],
  },
  /** The answer of the browser's Digital Credentials API. */
  'age.proof_answer': {
    method: 'POST',
    path: 'age/proof/:id',
    who: 'member',
    offline: 'network',
    params: v.object({ id: Token }),
    body: v.object({ vp_token: AnswerText }),
    response: AgeState,
    errors: ['link_invalid', 'rate_limited'],
  },
  /** The answer of a wallet (`direct_post` of OpenID4VP). The wallet has no session: the id and the state prove its request. */
  'age.wallet_answer': {
    method: 'POST',
    path: 'age/answers/:id',
    who: 'visitor',
    offline: 'network',
    form: true,
    params: v.object({ id: Token }),
    body: v.pipe(
      v.object({
        state: v.optional(Token),
        vp_token: v.optional(AnswerText),
        error: v.optional(Token),
      }),
      v.forward(
        v.partialCheck(
          [['vp_token'], ['error']],
          ({ vp_token, error }) => vp_token !== undefined || error !== undefined,
          'required',
        ),
        ['vp_token'],
      ),
    ),
    response: Empty,
    errors: ['link_invalid', 'age_proof_refused', 'rate_limited'],
  },
} as const satisfies Record<string, Call>
