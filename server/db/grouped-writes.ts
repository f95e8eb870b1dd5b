/**
 * Requests of one kind that share one transaction [OPS-7]. The first one asks for a write. All that arrive before the
 * write begins belong to its group; those that arrive while a group is written are the next group.
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

type Waiting<Request, Result> = {
  request: Request
  done: (result: Result) => void
  failed: (error: unknown) => void
}

/** In a larger group the first request waits too long for its answer. */
const GROUP_MAX = 200

export const groupedWrites = <Tx>(write: Write<Tx>): WriteGrouped<Tx> => {
  const queues = new Map<object, (request: never) => Promise<unknown>>()
  return <Request, Result>(kind: GroupedWrite<Tx, Request, Result>, request: Request): Promise<Result> => {
    // A kind's queue has the types of its kind, which a map of all kinds cannot say.
    const known = queues.get(kind) as ((request: Request) => Promise<Result>) | undefined
    const add = known ?? createQueue(write, kind)
    if (!known) queues.set(kind, add)
    return add(request)
  }
}

const createQueue = <Tx, Request, Result>(
  write: Write<Tx>,
  { holds, writeAll }: GroupedWrite<Tx, Request, Result>,
): ((request: Request) => Promise<Result>) => {
  let waiting: Waiting<Request, Result>[] = []
  let isWriting = false

  const writeGroup = async (): Promise<void> => {
    let taken: Waiting<Request, Result>[] | undefined
    // The group is complete when the write begins, and stays the same if its body runs again.
    const group = (): Waiting<Request, Result>[] => (taken ??= waiting.splice(0, GROUP_MAX))
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
  }

  const writeAlone = async ({ request, done, failed }: Waiting<Request, Result>): Promise<void> => {
    try {
      done(resultAt(await write((tx) => writeAll(tx, [request]), holds(request)), 0))
    } catch (error) {
      failed(error)
    }
  }

  const writeWaiting = async (): Promise<void> => {
    isWriting = true
    while (waiting.length > 0) await writeGroup()
    isWriting = false
  }

  return (request) =>
    new Promise((done, failed) => {
      waiting.push({ request, done, failed })
      if (!isWriting) void writeWaiting()
    })
}

const resultAt = <Result>(results: readonly Result[], index: number): Result => {
  if (index >= results.length) throw new Error('A request of a group without a result')
  return results[index] as Result // Checked above; `Result` may include undefined.
}
