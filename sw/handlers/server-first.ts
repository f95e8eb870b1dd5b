/**
 * Answers calls whose data must be current: the server is asked first. If it does not answer soon, the device answers
 * with its stored data and their age [FIND-7].
 */
import type { Topic } from '#contract/device.ts'
import type { Device } from '../device.ts'
import { isOld, withTimeout } from '../timeout.ts'
import type { Extend } from '../ports.ts'
import { answerOrNull, isDecided, Unreachable, type ServerAnswer } from '../server-api.ts'
import { unlessFull } from '../storage.ts'
import type { DeviceSession } from '../store/session.ts'
import type { StoredAnswer } from '../store/views.ts'
import { answerOfServer, answerShown } from './answers.ts'

export const PATIENCE_MS = 2_500
/**
 * A late answer triggers another request for the same data. Answer that one from the device, since the server would be
 * as slow again.
 */
const JUST_ARRIVED_MS = 10_000

const arrivals = new WeakMap<DeviceSession, Map<string, number>>()

export type Question<Data> = {
  /** Identifies the request among all. */
  key: string
  /** The topic that is announced to the tabs when the answer is late. */
  topic: Topic
  ask: () => Promise<ServerAnswer<Data>>
  /** Stores the server's answer. */
  store: (data: Data) => Promise<void>
  stored: () => Promise<StoredAnswer<Data> | null>
  /** The stored answer with the queued writes laid over it, where the server's answer lacks them. */
  overlaid?: () => Promise<StoredAnswer<Data> | null>
}

export const serverFirst = async <Data>(
  device: Device,
  session: DeviceSession,
  extend: Extend,
  { key, topic, ask, store, stored, overlaid }: Question<Data>,
): Promise<Response> => {
  const arrived = arrivals.get(session) ?? new Map<string, number>()
  arrivals.set(session, arrived)
  const fromDevice = async (): Promise<Response | null> => {
    const answer = await stored()
    return answer && answerShown(answer)
  }
  const askAndStore = async (): Promise<ServerAnswer<Data> | null> => {
    const answer = await answerOrNull(ask())
    if (!answer?.ok || !answer.data) return answer
    await unlessFull(store(answer.data))
    return { ok: true, data: (await overlaid?.())?.data ?? answer.data }
  }
  const announce = (answer: ServerAnswer<Data> | null): void => {
    if (!answer?.ok) return
    arrived.set(key, device.ports.now())
    device.ports.news([topic])
  }

  if (!isOld(arrived.get(key) ?? -Infinity, JUST_ARRIVED_MS, device.ports.now())) {
    const shown = await fromDevice()
    if (shown) return shown
  }
  const asking = askAndStore()
  if ((await withTimeout(device.ports, PATIENCE_MS, asking, 'late' as const)) === 'late') {
    const shown = await fromDevice()
    if (shown) {
      extend(asking.then(announce))
      return shown
    }
  }
  const answer = await asking
  if (answer && isDecided(answer)) return answerOfServer(answer)
  const shown = await fromDevice()
  if (shown) return shown
  if (!answer) throw new Unreachable()
  return answerOfServer(answer)
}
