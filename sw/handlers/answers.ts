/** The worker's own answers in the server's format, and the type of the handlers that give them. */
import { CACHED_AT_HEADER } from '#contract/device.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import type { OfflinePolicy } from '#contract/call.ts'
import type { CallName, CallParsed, CallWith, calls } from '#contract/calls.ts'
import type { ServerAnswer } from '../server-api.ts'
import type { StoredAnswer } from '../store/views.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import type { RawInput } from './input.ts'
import type { MemberSession, DeviceSession } from '../store/session.ts'

/** @param cachedAt when the data was last known to be fresh; omitted for data that the server has just sent */
export const answerWith = (data: unknown, cachedAt?: number, status: number = 200): Response =>
  new Response(JSON.stringify(data), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(cachedAt === undefined ? {} : { [CACHED_AT_HEADER]: String(cachedAt) }),
    },
  })

export const answerShown = ({ data, cachedAt }: StoredAnswer<unknown>): Response => answerWith(data, cachedAt)

export const answerRefused = (body: ErrorBody): Response => answerWith(body, undefined, ERROR_STATUS[body.error])

/** @param id the id of the outbox row; null if nothing is queued */
export const answerQueued = (id: string | null): Response =>
  answerWith(id === null ? { queued: true } : { queued: true, id }, undefined, 202)

/** Passes on the server's answer. An answer without our error body counts as no network. */
export const answerOfServer = (answer: ServerAnswer<unknown>): Response =>
  answer.ok ? answerWith(answer.data) : answerRefused(answer.body ?? { error: 'network_unavailable' })

type SessionFor<Name extends CallName> = (typeof calls)[Name]['who'] extends 'visitor' ? DeviceSession : MemberSession

/**
 * Answers a call on the device. Its input was parsed, and its session is that of a member if the call needs one. `upload`: the file, for a
 * call whose body is a file.
 */
export type CallHandler<Name extends CallName> = (
  device: Device,
  at: { session: SessionFor<Name>; input: CallParsed<Name>; upload: RawInput['upload']; extend: Extend },
) => Promise<Response>

/** One handler for each call with this offline policy. */
export type CallHandlers<Policy extends OfflinePolicy> = { [Name in CallWith<Policy>]: CallHandler<Name> }
