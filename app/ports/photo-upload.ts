/** Uploads a photo. The worker takes it whole; without one it goes to the server in parts, and continues after an attempt that was cut off. */
import type { CallInput } from '#contract/calls.ts'
import { PHOTO_PART_TYPE } from '#contract/entities/photo.ts'
import { partTimeout, uploadInParts } from '#contract/rules/photo-parts.ts'
import { call, type Answer, type CallOptions } from './api.ts'
import { now } from './clock.ts'
import { controlled } from './service-worker.ts'

type PhotoCall = 'photos.add' | 'messages.photo'

export const uploadPhoto = async <Name extends PhotoCall>(
  name: Name,
  query: CallInput<PhotoCall>['query'],
  photo: Blob,
  { signal, arrived = () => {} }: Pick<CallOptions, 'signal'> & { arrived?: (share: number) => void } = {},
): Promise<Answer<Name>> => {
  // The query of one of the two calls belongs to its name; TypeScript cannot derive that from a union.
  const send = (from: number): Promise<Answer<Name>> =>
    call(name, { query: { ...query, ...(from > 0 && { from: String(from) }) } } as CallInput<Name>, {
      upload: from > 0 ? photo.slice(from, photo.size, photo.type) : photo,
      signal,
    })
  if (controlled.peek()) return send(0)
  const put = async (from: number, until: number) => {
    const input = { params: { client_id: query.client_id }, query: { from: String(from) } }
    const upload = photo.slice(from, until, PHOTO_PART_TYPE)
    const answer = await call('photos.part', input, { upload, signal, timeoutMs: partTimeout(until - from) })
    if (answer.ok) return answer.data
    return { failure: answer, isOlder: ['not_found', 'method_not_allowed'].includes(answer.error.error) }
  }
  return uploadInParts<Answer<Name>>({
    size: photo.size,
    // An earlier attempt may have been made by another page.
    isRepeat: true,
    put,
    arrived,
    send,
    refusalIn: (answer) => (answer.ok ? null : answer.error.error),
    standstill: { ok: false, error: { error: 'network_unavailable' } },
    now,
  })
}
