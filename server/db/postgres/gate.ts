/**
 * Lets the statements of one body through, while its transaction is open. A body that sends several at once may continue in one part after
 * another part has failed: without this its next statement would be written outside its transaction, or in the next one.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { PoolClient } from 'pg'
import type { CommitNeeds } from '../engine.ts'
import type { Connection } from './database.ts'

export type StatementGate = {
  connection: Connection
  /** Whether the caller belongs to the body that runs now. */
  isOpen: () => boolean
  /** Runs a body, whose statements pass until it has ended. `body` gets what becomes of them. */
  run: <Result>(run: () => Promise<Result>, body: Body) => Promise<Result>
  commitNeeds: CommitNeeds
}

/** A body that runs or has run. */
export type Body = {
  /** How many of its statements it has to wait for. */
  unanswered: number
  /** Statements that it does not wait for. Their failures are in `failure`. */
  needs: Promise<unknown>[]
  /** The first failure, which PostgreSQL answers at the commit with a rollback and no error. */
  failure?: Error
}

/** The body that a statement comes from, also when its transaction is over and the connection is in use by another one. */
const bodies = new AsyncLocalStorage<Body>()

export const gateOn = (client: PoolClient): StatementGate => {
  let running: Body | null = null
  let isWaitedFor = true
  const own = (): Body => {
    const body = bodies.getStore()
    if (body === undefined || body !== running) throw new Error('A write sent a statement after its transaction')
    return body
  }
  return {
    isOpen: () => running !== null && bodies.getStore() === running,
    connection: {
      query: async (config) => {
        const body = own()
        const counted = isWaitedFor ? 1 : 0
        body.unanswered += counted
        try {
          sendWithTurn(client)
          return await client.query(config)
        } catch (error) {
          noteFailure(body, error)
          throw error
        } finally {
          body.unanswered -= counted
        }
      },
    },
    run: async (run, body) => {
      running = body
      try {
        const result = await bodies.run(body, run)
        if (body.unanswered > 0) noteFailure(body, new Error('A write did not wait for its statements'))
        return result
      } finally {
        running = null
      }
    },
    commitNeeds: (send) => {
      const body = own()
      isWaitedFor = false
      try {
        body.needs.push(send().catch((error: unknown) => noteFailure(body, error)))
      } finally {
        isWaitedFor = true
      }
    },
  }
}

const noteFailure = (body: Body, error: unknown): void => {
  body.failure ??= error instanceof Error ? error : new Error(String(error))
}

/** Sends all statements of this turn of the event loop in one packet: each packet is a system call here and wakes PostgreSQL up. */
export const sendWithTurn = ({ connection: { stream } }: PoolClient): void => {
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
