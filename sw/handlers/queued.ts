/** Answers the `queued` calls: each is stored in the outbox, answered, and delivered when possible [PWA-2]. */
import * as v from 'valibot'
import { ClientId, IdText } from '#contract/fields.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { Device } from '../device.ts'
import { enqueue, topicsOf } from '../outbox/enqueue.ts'
import type { Extend } from '../ports.ts'
import type { MemberSession } from '../store/session.ts'
import { isMessage } from '../store/spending.ts'
import { writeOf, type QueuedName, type Write } from '../store/writes.ts'
import { answerQueued, answerRefused } from './answers.ts'
import { heldPlaces, heldPrices } from './cached-site.ts'
import { parseInput, type RawInput } from './input.ts'
import { refusalOfUpload } from './upload.ts'

/** A queued photo has no number yet, so its client id is accepted too. */
const WaitingToo = v.object({
  id: v.pipe(
    v.string('required'),
    v.check((id) => v.is(ClientId, id) || v.is(IdText, id), 'invalid'),
  ),
})

export const answerQueuedCall = async (
  device: Device,
  name: QueuedName,
  raw: RawInput,
  { session, extend }: { session: MemberSession; extend: Extend },
): Promise<Response> => {
  const { ports } = device
  const isOfPhoto = name === 'photos.change' || name === 'photos.delete'
  const parsed = parseInput(name, raw, isOfPhoto ? WaitingToo : undefined)
  if (!parsed.ok) return answerRefused(parsed.error)
  if (isToOneself(parsed.input, session.member)) return answerRefused({ error: 'self_not_allowed' })
  const write = await withPlace(device, writeOf(name, parsed.input, session.member))
  if (
    (write.kind === 'chats.read' || write.kind === 'chats.delete') &&
    partnerIn(write.conversation, session.member) === undefined
  )
    return answerRefused({ error: 'not_found' })
  const refused = raw.upload && refusalOfUpload(name, raw.upload)
  if (refused) return answerRefused(refused)

  const fresh = { id: ports.newId(), now: ports.now(), prices: isMessage(write) ? await heldPrices(device) : null }
  const written = await enqueue(session, write, fresh, raw.upload ?? undefined)
  if (!written) return answerRefused({ error: 'not_found' })
  if ('error' in written) {
    // The member may have bought credits on another device: sync, so that the next try knows them.
    extend(device.syncOf(session).soon())
    return answerRefused(written)
  }
  ports.news(topicsOf(write))
  if (write.kind === 'chats.read' || write.kind === 'chats.delete' || write.kind === 'likes.seen')
    extend(device.showBadge(session))
  // The chosen language also applies to a push that names no member.
  if (write.kind === 'user.language')
    extend(device.sessions.shell.update((shell) => ({ ...shell, locale: write.language })))
  extend(device.flush(session))
  extend(ports.wakeWhenOnline())
  return answerQueued(written.id)
}

/** Adds the names of the place, so that they show before the server has answered. */
const withPlace = async (device: Device, write: Write): Promise<Write> => {
  if (write.kind !== 'profile.put') return write
  const { country, countryregion, city } = write.body
  if (city === undefined) return write
  const regions = (await heldPlaces(device))?.find((place) => place.country === country)?.regions
  const region = regions?.find(({ id }) => id === countryregion)
  const name = region?.cities.find(({ id }) => id === city)?.name
  return region && name !== undefined ? { ...write, place: { region: region.name, city: name } } : write
}

const isToOneself = (input: { params?: object; query?: object; body?: object }, member: number): boolean =>
  [input.params, input.query, input.body].some((part) => part && 'profile' in part && part.profile === member)
