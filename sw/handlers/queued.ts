/** Answers the `queued` calls: each is stored in the outbox, answered, and delivered when possible [PWA-2]. */
import type { Device } from '../device.ts'
import { enqueue, type Upload } from '../outbox/enqueue.ts'
import type { Extend } from '../ports.ts'
import type { MemberSession } from '../store/session.ts'
import type { QueuedName } from '../writes/queued-call.ts'
import { messageIn, queuedCallOf, topicsOf, writeOf } from '../writes/table.ts'
import { answerQueued, answerRefused } from './answers.ts'
import { cachedPlaces, cachedPrices } from './site-data.ts'
import { parseInput, type RawInput } from './input.ts'
import { callOf, type CallName } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'

export const answerQueuedCall = async (
  device: Device,
  name: QueuedName,
  raw: RawInput,
  { session, extend }: { session: MemberSession; extend: Extend },
): Promise<Response> => {
  const { ports } = device
  const call = queuedCallOf({ kind: name })
  const parsed = parseInput(name, raw, call.params)
  if (!parsed.ok) return answerRefused(parsed.error)
  if (isToOneself(parsed.input, session.member)) return answerRefused({ error: 'self_not_allowed' })
  const made = writeOf(name, parsed.input, session.member)
  const write = (await call.withPlace?.(made, (ids) => placeNames(device, ids))) ?? made
  if (call.isOwn?.(write, session.member) === false) return answerRefused({ error: 'not_found' })
  const refused = raw.upload && refusalOfUpload(name, raw.upload)
  if (refused) return answerRefused(refused)

  const prices = messageIn(write) ? await cachedPrices(device) : null
  const fresh = { id: ports.newId(), now: ports.now(), prices }
  const written = await enqueue(session, write, fresh, raw.upload ?? undefined)
  if (!written) return answerRefused({ error: 'not_found' })
  if ('error' in written) {
    // The member may have bought credits on another device: sync, so that the next try knows them.
    extend(device.syncOf(session).soon())
    return answerRefused(written)
  }
  ports.news(topicsOf(write))
  if (call.changesBadge) extend(device.showBadge(session))
  const locale = call.locale?.(write)
  // The chosen language also applies to a push that names no member.
  if (locale) extend(device.sessions.shell.update((shell) => ({ ...shell, locale })))
  extend(device.flush(session))
  extend(ports.wakeWhenOnline())
  return answerQueued(written.id)
}

/** The names of a place, if the device knows them. */
const placeNames = async (
  device: Device,
  ids: { country: string | undefined; region: string | undefined; city: string },
): Promise<{ region: string; city: string } | null> => {
  const regions = (await cachedPlaces(device))?.find((place) => place.country === ids.country)?.regions
  const region = regions?.find(({ id }) => id === ids.region)
  const city = region?.cities.find(({ id }) => id === ids.city)
  return region && city ? { region: region.name, city: city.name } : null
}

const isToOneself = (input: { params?: object; query?: object; body?: object }, member: number): boolean =>
  [input.params, input.query, input.body].some((part) => part && 'profile' in part && part.profile === member)

/** Refuses a file before it is stored if the server would refuse its type or size [PROF-3]. */
const refusalOfUpload = (name: CallName, { bytes, type }: Upload): ErrorBody | null => {
  const { upload } = callOf(name)
  if (!upload) return null
  if (!upload.types.includes(type)) return { error: 'photo_type' }
  if (bytes.byteLength > upload.bytesMax) return { error: 'photo_too_large' }
  return bytes.byteLength === 0 ? { error: 'photo_broken' } : null
}
