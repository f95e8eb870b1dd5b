/**
 * Requests of one kind that share one transaction [OPS-7]. The first one requests a write. All that arrive before the
 * write begins belong to its group. The next group begins while the first is written, unless both change the same members:
 * their requests wait, so that the requests of a member are written in their order.
 */
import { isUnavailable, type Write } from './engine.ts'

/** One kind of requests; the object itself identifies it. */
export type GroupedWrite<Tx, Request, Result> = {
  /** The members whose rows a request changes. */
  holds: (request: Request) => readonly number[]
  /** Writes all requests in one transaction. @returns a result for each, in their order */
  writeAll: (tx: Tx, requests: readonly Request[]) => Promise<readonly Result[]>
}

export type WriteGrouped<Tx> = <Request, Result>(
  kind: GroupedWrite<Tx, Request, Result>,
  request: Request,
) => Promise<Result>

type WaitingWrite<Request, Result> = {
  request: Request
  done: (result: Result) => void
  failed: (error: unknown) => void
}

/** In a larger group the first request waits too long for its answer. */
const GROUP_MAX = 200

/** A second group of fewer requests costs more than it gains: they wait for the end of the first. */
const SECOND_MIN = 8

/** @param atOnce how many groups of a kind are written at the same time */
export const groupedWrites = <Tx>(write: Write<Tx>, atOnce: number): WriteGrouped<Tx> => {
  const queues = new Map<object, (request: never) => Promise<unknown>>()
  return <Request, Result>(kind: GroupedWrite<Tx, Request, Result>, request: Request): Promise<Result> => {
    // A kind's queue has the types of its kind, which a map of all kinds cannot say.
    const known = queues.get(kind) as ((request: Request) => Promise<Result>) | undefined
    const add = known ?? createQueue(write, kind, atOnce)
    if (!known) queues.set(kind, add)
    return add(request)
  }
}

const createQueue = <Tx, Request, Result>(
  write: Write<Tx>,
  { holds, writeAll }: GroupedWrite<Tx, Request, Result>,
  atOnce: number,
): ((request: Request) => Promise<Result>) => {
  let waiting: WaitingWrite<Request, Result>[] = []
  /** The members of the groups that are being written. */
  const busy = new Set<number>()
  let underWay = 0
  /** The group whose write has not begun takes every request that arrives. */
  let isOpen = false

  /** The requests of members who are not busy, in their order. */
  const take = (): WaitingWrite<Request, Result>[] => {
    const taken: WaitingWrite<Request, Result>[] = []
    const left: WaitingWrite<Request, Result>[] = []
    const waitingMembers = new Set<number>()
    // The first of several groups leaves the others their share, so that the database never waits for this process.
    const share = waiting.length < 2 * SECOND_MIN ? waiting.length : Math.ceil(waiting.length / (atOnce - underWay + 1))
    const most = Math.min(share, GROUP_MAX)
    for (const one of waiting) {
      const members = holds(one.request)
      if (taken.length < most && members.every((member) => !busy.has(member) && !waitingMembers.has(member))) {
        taken.push(one)
        continue
      }
      left.push(one)
      // A later request of these members must not overtake this one.
      for (const member of members) waitingMembers.add(member)
    }
    waiting = left
    for (const { request } of taken) for (const member of holds(request)) busy.add(member)
    return taken
  }

  const isWorthIt = (): boolean =>
    underWay === 0
      ? waiting.length > 0
      : waiting.length >= SECOND_MIN &&
        waiting.filter(({ request }) => holds(request).every((member) => !busy.has(member))).length >= SECOND_MIN

  const writeGroup = async (): Promise<void> => {
    let taken: WaitingWrite<Request, Result>[] | undefined
    // The group is complete when the write begins, and stays the same if its body runs again.
    const group = (): WaitingWrite<Request, Result>[] => {
      if (taken) return taken
      isOpen = false
      taken = take()
      startMore()
      return taken
    }
    const requests = (): Request[] => group().map(({ request }) => request)
    try {
      const results = await write(
        (tx) => writeAll(tx, requests()),
        () => requests().flatMap(holds),
      )
      for (const [index, { done }] of group().entries()) done(resultAt(results, index))
    } catch (error) {
      // Nobody knows what an unavailable database has stored. Any other failure is the failure of one request.
      if (isUnavailable(error) || group().length === 1) for (const { failed } of group()) failed(error)
      else await Promise.all(group().map(writeAlone))
    }
    for (const { request } of group()) for (const member of holds(request)) busy.delete(member)
    underWay -= 1
    startMore()
  }

  const startMore = (): void => {
    if (isOpen || underWay >= atOnce || !isWorthIt()) return
    isOpen = true
    underWay += 1
    void writeGroup()
  }

  const writeAlone = async ({ request, done, failed }: WaitingWrite<Request, Result>): Promise<void> => {
    try {
      done(resultAt(await write((tx) => writeAll(tx, [request]), holds(request)), 0))
    } catch (error) {
      failed(error)
    }
  }

  return (request) =>
    new Promise((done, failed) => {
      waiting.push({ request, done, failed })
      startMore()
    })
}

const resultAt = <Result>(results: readonly Result[], index: number): Result => {
  if (index >= results.length) throw new Error('A request of a group without a result')
  return results[index] as Result // Checked above; `Result` may include undefined.
}
