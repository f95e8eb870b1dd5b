/**
 * What matters is how it is now, so the server is asked first; when it does not answer soon, the device answers with what
 * it holds and how old that is [FIND-7].
 */
import type { Topic } from '#contract/device.ts'
import type { Device } from '../device.ts'
import { orAfter } from '../or-after.ts'
import type { Extend } from '../ports.ts'
import { answerOrNull, Unreachable, type ServerAnswer } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import type { Session } from '../store/session.ts'
import type { Shown } from '../store/views.ts'
import { answerOfServer, answerShown } from './answers.ts'

const PATIENCE_MS = 2_500
/** A late answer is what the question it leads to gets: asking again would be as late. */
const JUST_ARRIVED_MS = 10_000

const arrivals = new WeakMap<Session, Map<string, number>>()

export type Question<Data> = {
  /** Names the question among all. */
  key: string
  /** What tabs hear when the answer comes late. */
  topic: Topic
  ask: () => Promise<ServerAnswer<Data>>
  /** Keeps what the server said. */
  keep: (data: Data) => Promise<void>
  held: () => Promise<Shown<Data> | null>
}

export const serverFirst = async <Data>(
  device: Device,
  session: Session,
  extend: Extend,
  { key, topic, ask, keep, held }: Question<Data>,
): Promise<Response> => {
  const arrived = arrivals.get(session) ?? new Map<string, number>()
  arrivals.set(session, arrived)
  if (device.ports.now() - (arrived.get(key) ?? -Infinity) < JUST_ARRIVED_MS) {
    const late = await held()
    if (late) return answerShown(late)
  }

  const taking = async (): Promise<ServerAnswer<Data> | null> => {
    const answer = await answerOrNull(ask())
    if (answer?.ok && answer.data) await unlessFull(keep(answer.data))
    return answer
  }
  const announce = (answer: ServerAnswer<Data> | null): void => {
    if (!answer?.ok) return
    arrived.set(key, device.ports.now())
    device.ports.news([topic])
  }
  const asking = taking()
  const soon = await orAfter(device.ports, PATIENCE_MS, asking, 'late' as const)
  if (soon === 'late') {
    const old = await held()
    if (old) {
      extend(asking.then(announce))
      return answerShown(old)
    }
  }
  const answer = soon === 'late' ? await asking : soon
  if (answer && (answer.ok || (answer.body && answer.status < 500 && answer.status !== 429)))
    return answerOfServer(answer)
  const old = await held()
  if (old) return answerShown(old)
  if (!answer) throw new Unreachable()
  return answerOfServer(answer)
}
