/** Checks of the age: by the operator's provider, and by the EU proof of age [GUARD-6]. */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import type { AgeFault, AgeState, AgeWay } from '#contract/entities/age-check.ts'
import { parseJson } from '#contract/json.ts'
import { AGE_ATTEMPTS_A_DAY, AGE_REQUEST_MINUTES, DAY_MS, MINUTE_MS } from '#contract/limits.ts'
import { needsAgeCheck } from '#contract/rules/may-act.ts'
import { SANDBOX_WALLET } from '../../adapters/age-ways.ts'
import { providerUrl, readProviderResult, type ProviderResult } from '../../adapters/age-provider.ts'
import {
  browserRequest,
  clientIdOf,
  faultOfProof,
  linkRequest,
  type ProofChannel,
  type ProofFault,
} from '../../adapters/eu-age-proof.ts'
import type { Deps } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { waysOf } from './demand.ts'
import type { AgeRequestRow } from './queries.ts'
import { settleAttempt, type AgeOutcome } from './result.ts'

const SECRET_BYTES = 16

const NOTHING: AgeState = {
  state: 'none',
  due: null,
  passed: null,
  ways: [],
  attempts_left: 0,
  fault: null,
  waiting: false,
}

export const ageState = async (deps: Deps, member: number): Promise<AgeState> => {
  const facts = await deps.read.age.ageFacts(member)
  if (!facts) return NOTHING
  const { due, result, way, day, country, domain } = facts
  if (result === 'over' && way !== null && day !== null) return { ...NOTHING, state: 'passed', passed: { way, day } }
  if (result === 'not_over') return { ...NOTHING, state: 'doubt', due }
  if (due === null) return NOTHING
  const now = deps.now()
  const newest = await deps.read.age.newestAgeRequest(member)
  const attempts = await deps.read.age.ageAttempts(member, now - DAY_MS)
  return {
    ...NOTHING,
    state: needsAgeCheck({ ageDue: due }, now) ? 'needed' : 'ahead',
    due,
    ways: waysOf(deps.at(domain), country),
    attempts_left: Math.max(0, AGE_ATTEMPTS_A_DAY - attempts.length),
    fault: newest?.fault ?? null,
    waiting: newest !== undefined && newest.nonce !== null && newest.expiresAt > now,
  }
}

type BegunRequest = { id: string; nonce: string; expiresAt: number }

/** Begins an attempt, which ends the one before. */
const begin = async (deps: Deps, member: number, way: AgeWay): Promise<BegunRequest | Refusal> => {
  const [id, nonce] = [secret(deps), secret(deps)]
  const now = deps.now()
  const expiresAt = now + AGE_REQUEST_MINUTES * MINUTE_MS
  return deps.write(async (tx) => {
    const facts = await tx.age.ageFacts(member)
    if (
      !facts ||
      facts.due === null ||
      facts.result !== null ||
      !waysOf(deps.at(facts.domain), facts.country).includes(way)
    )
      return refuse('age_way_closed')
    const [first, ...others] = await tx.age.ageAttempts(member, now - DAY_MS)
    if (first !== undefined && others.length + 1 >= AGE_ATTEMPTS_A_DAY)
      return refuse('rate_limited', { retry_after: Math.ceil((first + DAY_MS - now) / 1_000) })
    await tx.age.endAgeRequestsOf(member)
    await tx.age.addAgeRequest({ id: hashToken(id), userId: member, way, nonce, createdAt: now, expiresAt })
    return { id, nonce, expiresAt }
  })
}

const secret = ({ random }: Pick<Deps, 'random'>): string => Buffer.from(random(SECRET_BYTES)).toString('base64url')

/** Takes the request of an id, which then counts no more. @param member the member who must have begun it, if known */
const take = async (deps: Deps, id: string, way: AgeWay, member?: number): Promise<AgeRequestRow | null> =>
  deps.write(async (tx) => {
    const request = await tx.age.ageRequest(hashToken(id))
    if (!request || request.way !== way || (member !== undefined && request.userId !== member)) return null
    return (await tx.age.endAgeRequest(request.id, deps.now())) ? request : null
  })

// The operator's provider

export const beginProvider = async (
  deps: Deps,
  { id: member }: Caller,
): Promise<CallAnswer<'age.provider'> | Refusal> => {
  const { provider } = deps.age
  if (!provider) return refuse('age_way_closed')
  const begun = await begin(deps, member, 'provider')
  if (isRefusal(begun)) return begun
  const url = new URL(provider.url, publicUrl(deps.env)).href
  const returnUrl = `${publicUrl(deps.env)}/api/age/return`
  return { url: providerUrl({ ...provider, url }, { state: begun.id, returnUrl, expiresAt: begun.expiresAt }) }
}

/** A result counts if the provider signed it for a request of this very member that waits. */
export const receiveProviderResult = async (
  deps: Deps,
  query: CallParsed<'age.return'>['query'],
  member: number | null,
): Promise<void> => {
  const { provider } = deps.age
  const result = provider && readProviderResult(provider.secret, query, deps.now())
  if (!result || member === null) return
  const request = await take(deps, query.state, 'provider', member)
  if (request) await settleAttempt(deps, request, OUTCOMES[result])
}

const OUTCOMES: Record<ProviderResult, AgeOutcome> = {
  over_18: { result: 'over' },
  under_18: { result: 'not_over' },
  failed: { fault: 'failed' },
  cancelled: { fault: 'abandoned' },
}

// The EU proof of age

const responseUriOf = (deps: Deps, id: string): string => `${publicUrl(deps.env)}/api/age/answers/${id}`

export const beginProof = async (deps: Deps, { id: member }: Caller): Promise<CallAnswer<'age.proof'> | Refusal> => {
  const begun = await begin(deps, member, 'eu_proof')
  if (isRefusal(begun)) return begun
  const parameters = linkRequest(begun.nonce, begun.id, responseUriOf(deps, begun.id)).toString()
  return {
    id: begun.id,
    expires_at: begun.expiresAt,
    link: `av://?${parameters}`,
    general_link: `openid4vp://?${parameters}`,
    browser: browserRequest(begun.nonce),
    sandbox: deps.age.sandboxIssuer ? `${SANDBOX_WALLET}?${parameters}` : null,
  }
}

/** The browser's answer, in the member's own session. */
export const answerInBrowser = async (
  deps: Deps,
  { id: member }: Caller,
  id: string,
  text: string,
): Promise<AgeState | Refusal> => {
  const request = await take(deps, id, 'eu_proof', member)
  if (!request) return refuse('link_invalid')
  await verify(deps, request, parseJson(text)?.value, { kind: 'dc_api', origin: publicUrl(deps.env) })
  return ageState(deps, member)
}

/** The answer of a wallet, which has no session. */
export const answerOfWallet = async (
  deps: Deps,
  id: string,
  { state, vp_token: text, error }: CallParsed<'age.wallet_answer'>['body'],
): Promise<Record<string, never> | Refusal> => {
  if (state !== undefined && state !== id) return refuse('link_invalid')
  const request = await take(deps, id, 'eu_proof')
  if (!request) return refuse('link_invalid')
  if (text === undefined) {
    await settleAttempt(deps, request, { fault: error === 'access_denied' ? 'abandoned' : 'failed' })
    return {}
  }
  const responseUri = responseUriOf(deps, id)
  const channel = { kind: 'direct_post', clientId: clientIdOf(responseUri), responseUri } as const
  const isAccepted = await verify(deps, request, parseJson(text)?.value, channel)
  return isAccepted ? {} : refuse('age_proof_refused')
}

/** @returns false if the proof says nothing about the age */
const verify = async (
  deps: Deps,
  request: AgeRequestRow,
  vpToken: unknown,
  channel: ProofChannel,
): Promise<boolean> => {
  const trust = { trusted: deps.age.trusted ?? [], now: new Date(deps.now()) }
  const fault = await faultOfProof({ vpToken, nonce: request.nonce ?? '', channel }, trust)
  if (fault === null || fault === 'not_over_18') {
    await settleAttempt(deps, request, { result: fault === null ? 'over' : 'not_over' })
    return true
  }
  await settleAttempt(deps, request, { fault: FAULTS[fault] })
  return false
}

const FAULTS: Record<Exclude<ProofFault, 'not_over_18'>, AgeFault> = {
  unreadable: 'refused',
  wrong_document: 'refused',
  altered: 'refused',
  replayed: 'refused',
  expired: 'expired',
  foreign_issuer: 'untrusted',
}
