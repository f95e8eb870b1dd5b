/** Answers the worker makes itself, in the form the server gives them. */
import { HELD_AT_HEADER } from '#contract/device.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import type { ServerAnswer } from '../server-api.ts'
import type { Shown } from '../store/views.ts'

/** @param heldAt when the device last knew it to be fresh; left out where the server has just said it */
export const answerWith = (data: unknown, heldAt?: number, status: number = 200): Response =>
  new Response(JSON.stringify(data), {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(heldAt === undefined ? {} : { [HELD_AT_HEADER]: String(heldAt) }),
    },
  })

export const answerShown = ({ data, heldAt }: Shown<unknown>): Response => answerWith(data, heldAt)

export const answerRefused = (body: ErrorBody): Response => answerWith(body, undefined, ERROR_STATUS[body.error])

/** @param id the row that holds the write, null where nothing waits */
export const answerQueued = (id: string | null): Response =>
  answerWith(id === null ? { queued: true } : { queued: true, id }, undefined, 202)

/** The server's own word, passed on; what is none of ours is no answer at all. */
export const answerOfServer = (answer: ServerAnswer<unknown>): Response =>
  answer.ok ? answerWith(answer.data) : answerRefused(answer.body ?? { error: 'network_unavailable' })
