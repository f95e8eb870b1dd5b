/** Every call the app makes. It asks `/api/…` and knows nothing of networks: a service worker may answer, or the server. */
import * as v from 'valibot'
import { callOf, Queued, type CallAnswer, type CallInput, type CallName } from '#contract/calls.ts'
import { pathOf } from '#contract/call.ts'
import { HELD_AT_HEADER, REQUEST_TYPE, REQUEST_TYPE_HEADER } from '#contract/device.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { errorBodyOf } from '#contract/rules/retry.ts'

export type Answer<Name extends CallName> =
  /** `heldAt`: when the device last knew this to be fresh, in ms; null when the server itself answered. */
  | { ok: true; queued: false; data: CallAnswer<Name>; heldAt: number | null }
  /** The device has taken the write and will deliver it. */
  | { ok: true; queued: true }
  | { ok: false; error: ErrorBody }

type Parts = { params?: Record<string, string | number>; query?: Record<string, string | undefined>; body?: unknown }

/** How a call went, for those who watch the connection and the session. */
export type Outcome = { name: CallName; reached: boolean; error: ErrorCode | null }

let watch: (outcome: Outcome) => void = () => {}

/** Tells of every call's outcome; there is one listener. */
export const watchCalls = (listener: (outcome: Outcome) => void): void => {
  watch = listener
}

export const call = async <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  signal?: AbortSignal,
): Promise<Answer<Name>> => {
  const parts: Parts = input
  const entry = callOf(name)
  try {
    const response = await fetch(urlOf(name, parts), {
      method: entry.method,
      headers: {
        [REQUEST_TYPE_HEADER]: REQUEST_TYPE,
        ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      ...(signal ? { signal } : {}),
    })
    const answer = await read(name, response)
    watch({ name, reached: true, error: answer.ok ? null : answer.error.error })
    return answer
  } catch {
    if (signal?.aborted !== true) watch({ name, reached: false, error: 'network_unavailable' })
    return { ok: false, error: { error: 'network_unavailable' } }
  }
}

/** The address of a call, also as the key of what it answers. */
export const urlOf = (name: CallName, input: Parts): string => {
  const path = pathOf(callOf(name), input.params)
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, value)
  return query.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.toString()}`
}

const read = async <Name extends CallName>(name: Name, response: Response): Promise<Answer<Name>> => {
  const json: unknown = await response.json().catch(() => null)
  if (response.status === 202 && v.is(Queued, json)) return { ok: true, queued: true }
  if (!response.ok)
    return {
      ok: false,
      error: errorBodyOf(json) ?? { error: response.status >= 500 ? 'server_error' : 'network_unavailable' },
    }
  const schema = callOf(name).response
  if (typeof schema === 'string') return { ok: false, error: { error: 'server_error' } }
  const parsed = v.safeParse(schema, json)
  if (!parsed.success) return { ok: false, error: { error: 'server_error' } }
  const heldAt = response.headers.get(HELD_AT_HEADER)
  // The schema of this entry has just parsed it; the table's type says so, TypeScript cannot follow it through the name.
  return {
    ok: true,
    queued: false,
    data: parsed.output as CallAnswer<Name>,
    heldAt: heldAt === null ? null : Number(heldAt),
  }
}
