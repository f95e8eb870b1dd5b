/**
 * Search: what matters is who is here now, so the server is asked first; when it does not answer soon, the device answers
 * with what it holds and how old that is [FIND-7].
 */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import type { Device } from '../device.ts'
import type { Extend } from '../ports.ts'
import { answerOrNull, Unreachable, type ServerAnswer } from '../server-api.ts'
import { searchDevice, searchKey, writeSearch, type Search } from '../store/searches.ts'
import type { Session } from '../store/session.ts'
import { answerOfServer, answerShown } from './answers.ts'
import type { Reader } from './cached.ts'
import { heldSettings } from './cached-site.ts'

/** [FIND-1] Until the settings were loaded once. */
const PAGE_SIZE = 24
const PATIENCE_MS = 2_500
/** A late answer is what the question it leads to gets: asking again would be as late. */
const JUST_ARRIVED_MS = 10_000

const arrivals = new WeakMap<Session, Map<string, number>>()

type Answer = ServerAnswer<CallAnswer<'members.search'>> | null

export const searchMembers: Reader<'members.search'> = async (device, { session, input, extend }) => {
  const { page = 1, after: _, ...filter } = input.query
  const search: Search = { filter, page }
  const onDevice = async () =>
    searchDevice(session, search, (await heldSettings(device))?.search_page_size ?? PAGE_SIZE)

  const arrivedAt = arrivals.get(session)?.get(searchKey(search)) ?? -Infinity
  if (device.ports.now() - arrivedAt < JUST_ARRIVED_MS) {
    const arrived = await onDevice()
    if (arrived) return answerShown(arrived)
  }

  const asking = askServer(device, session, search, input, extend)
  const soon = await soonOr(asking, device, PATIENCE_MS)
  if (soon === 'late') {
    const held = await onDevice()
    if (held) {
      extend(asking.then((answer) => announce(device, session, search, answer)))
      return answerShown(held)
    }
  }
  const answer = soon === 'late' ? await asking : soon
  if (answer && (answer.ok || (answer.body && answer.status < 500 && answer.status !== 429)))
    return answerOfServer(answer)
  const held = await onDevice()
  if (held) return answerShown(held)
  if (!answer) throw new Unreachable()
  return answerOfServer(answer)
}

const askServer = async (
  device: Device,
  session: Session,
  search: Search,
  { query }: CallParsed<'members.search'>,
  extend: Extend,
): Promise<Answer> => {
  const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  const asking = device.server.ask(session, 'members.search', { query: Object.fromEntries(given) })
  const answer = await answerOrNull(asking)
  if (answer?.ok && answer.data) {
    const { data } = answer
    await session.write(['searches', 'profiles'], (tx) => writeSearch(tx, search, data, device.ports.now()))
    // A visitor has come to look, not to stay: what is shown is fetched by the page, and no more.
    if (session.member !== null) extend(device.photos.warm(session, data.results, 'card'))
  }
  return answer
}

const announce = (device: Device, session: Session, search: Search, answer: Answer): void => {
  if (!answer?.ok) return
  const arrived = arrivals.get(session) ?? new Map<string, number>()
  arrivals.set(session, arrived.set(searchKey(search), device.ports.now()))
  device.ports.news(['members'])
}

const soonOr = (asking: Promise<Answer>, { ports }: Device, ms: number): Promise<Answer | 'late'> =>
  new Promise((resolve, reject) => {
    const cancel = ports.later(() => resolve('late'), ms)
    asking.finally(cancel).then(resolve, reject)
  })
