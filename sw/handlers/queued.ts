/** Calls the device takes into the outbox: written down first, answered, delivered when possible [PWA-2]. */
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { Device } from '../device.ts'
import { ignored } from '../ignored.ts'
import { enqueue, topicsOf } from '../outbox/enqueue.ts'
import type { Extend } from '../ports.ts'
import { writeOf, type QueuedName, type Write } from '../store/outbox-rows.ts'
import { SessionOver, type MemberSession } from '../store/session.ts'
import { answerQueued, answerRefused } from './answers.ts'
import { parseInput, type RawInput } from './input.ts'

export const answerQueuedCall = async (
  device: Device,
  name: QueuedName,
  raw: RawInput,
  { session, extend }: { session: MemberSession; extend: Extend },
): Promise<Response> => {
  const { ports } = device
  const parsed = parseInput(name, raw)
  if (!parsed.ok) return answerRefused(parsed.error)
  if (isToOneself(parsed.input, session.member)) return answerRefused({ error: 'self_not_allowed' })
  const write = writeOf(name, parsed.input, session.member)
  if (write.kind === 'chats.read' && partnerIn(write.conversation, session.member) === undefined)
    return answerRefused({ error: 'not_found' })

  await writeDown(device, session, write)
  ports.news(topicsOf(write))
  if (write.kind === 'chats.read' || write.kind === 'likes.seen') extend(device.showBadge(session))
  extend(device.flush(session))
  extend(ports.wakeWhenOnline())
  return answerQueued()
}

/** On a full disk photos make room, once: the queue goes before everything else that can be had again [PWA-13]. */
const writeDown = async (device: Device, session: MemberSession, write: Write): Promise<void> => {
  const { ports, photos } = device
  const fresh = { id: ports.newId(), now: ports.now() }
  try {
    await enqueue(session, write, fresh)
  } catch (error) {
    if (error instanceof SessionOver) throw error
    await ignored(photos.makeRoom(session))
    await enqueue(session, write, fresh)
  }
}

const isToOneself = (
  input: { params?: { profile?: number }; body?: { profile?: number } } | object,
  member: number,
): boolean =>
  ('params' in input && input.params?.profile === member) || ('body' in input && input.body?.profile === member)
