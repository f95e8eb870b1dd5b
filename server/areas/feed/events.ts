/**
 * The event stream: it carries the changes, or only a hint if they are large. It writes to Node's own response, because a
 * web stream costs three times as much for each idle client.
 */
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { HEARTBEAT_MS, type StreamEvent } from '#contract/events.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import type { Handlers } from '../../http/mount.ts'
import { untilNextTurn } from '../../turns.ts'
import { newsAfter } from './sync.ts'

/** A client that does not read is disconnected at this many waiting bytes. It reconnects and calls `sync`. */
const WAITING_BYTES_MAX = 64 * 1024

/** Longer news are sent as a hint only: the device requests them, compressed. */
const NEWS_LENGTH_MAX = 16 * 1024

/** The number of heartbeats that are written in about 10 ms. */
const AT_ONCE = 250

const RETRY_MIN_MS = 500
const RETRY_SPREAD_MS = 5_000

/** A whole number below 65,536. */
const randomNumber = ({ random }: Pick<Deps, 'random'>): number => {
  const [high = 0, low = 0] = random(2)
  return high * 256 + low
}

type Needs = Pick<Deps, 'bus' | 'read' | 'now' | 'settings' | 'env' | 'random'>

export const eventsRoute = (deps: Needs): Pick<Handlers, 'events'> => {
  const heartbeat = createHeartbeat(async () => new Set(await deps.read.safety.suspendedMembers()))
  return {
    events: async (_, caller, c) => {
      const { outgoing } = c.env as HttpBindings
      outgoing.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        // Makes proxies forward each event at once.
        'x-accel-buffering': 'no',
      })
      outgoing.write(': open\n\n')
      // At a server stop, clients reconnect over a few seconds instead of all at once [OPS-11].
      const end = (): void => void outgoing.end(`retry: ${RETRY_MIN_MS + (randomNumber(deps) % RETRY_SPREAD_MS)}\n\n`)
      const changes = changesOn(outgoing, deps, caller.id)
      const receive = (event: StreamEvent): void =>
        event.type === 'change' ? changes.reached(event.seq) : send(outgoing, event)
      const missed = (sessionHash: string): void => void recheck(deps, outgoing, { caller, sessionHash, changes })
      const close = deps.bus.open(caller.id, caller.sessionHash, { send: receive, missed, close: end })
      heartbeat.add(outgoing, caller.id)
      outgoing.once('close', () => {
        close()
        heartbeat.delete(outgoing)
      })
      // Read this after the stream is open, so that no change is missed in between.
      const feed = await deps.read.feed.state(caller.id)
      changes.start(feed?.seq ?? 0)
      return RESPONSE_ALREADY_SENT
    },
  }
}

type Recheck = { caller: Caller; sessionHash: string; changes: ReturnType<typeof changesOn> }

/**
 * Events may have been lost between processes. A stream whose session ended is closed: its page reconnects and gets the
 * answer from the server.
 */
const recheck = async (
  { read, now }: Needs,
  outgoing: ServerResponse,
  { caller, sessionHash, changes }: Recheck,
): Promise<void> => {
  try {
    const session = await read.account.sessionByHash(sessionHash, now())
    if (!session || session.revokedAt !== null) outgoing.end()
    else changes.reached((await read.feed.state(caller.id))?.seq ?? 0)
  } catch {
    // The database fails or closes: the page asks again after its next reconnect.
    outgoing.end()
  }
}

/**
 * Sends the changes of a member on one stream. All changes of one turn of the event loop go in one event, after the
 * answers to the requests that made them.
 */
const changesOn = (outgoing: ServerResponse, deps: Needs, member: number) => {
  /** The seq up to which this stream has hints or news; null before the first hint. */
  let sent: number | null = null
  let newest = 0
  let isSending = false
  const sendNews = async (): Promise<void> => {
    await untilNextTurn()
    while (sent !== null && sent < newest && !outgoing.writableEnded) {
      const seq = newest
      // Without its news, a hint still makes the device ask.
      const answer = await newsAfter(deps, member, sent).catch(() => null)
      const event: StreamEvent = answer
        ? { type: 'change', seq: answer.seq, news: { member, after: sent, answer } }
        : { type: 'change', seq }
      sent = event.seq
      send(outgoing, event)
    }
    isSending = false
  }
  const reached = (seq: number): void => {
    newest = Math.max(newest, seq)
    if (isSending || sent === null || sent >= newest) return
    isSending = true
    void sendNews()
  }
  return {
    reached,
    /** Sends the first hint, so that the device requests the changes from the time without a stream. */
    start: (seq: number): void => {
      sent = seq
      send(outgoing, { type: 'change', seq })
      reached(seq)
    },
  }
}

const send = (outgoing: ServerResponse, event: StreamEvent): void => {
  // The stream may already be closed if the session ended with this change, as in a deletion.
  if (outgoing.writableEnded) return
  if (outgoing.writableLength > WAITING_BYTES_MAX) {
    outgoing.destroy()
    return
  }
  const text = JSON.stringify(event)
  const isShort = event.type !== 'change' || text.length <= NEWS_LENGTH_MAX
  outgoing.write(`data: ${isShort ? text : JSON.stringify({ type: event.type, seq: event.seq })}\n\n`)
  if (event.type === 'logout' || event.type === 'crowded') outgoing.end()
}

/**
 * Sends events, not comments: a page does not see comments, and must notice a dead line. One timer for all streams. It
 * also ends the streams of members who were suspended, possibly by another process [DESK-7].
 * @param suspended the members who may have no stream
 */
const createHeartbeat = (suspended: () => Promise<ReadonlySet<number>>) => {
  const streams = new Map<ServerResponse, number>()
  let timer: NodeJS.Timeout | undefined
  const beat = async (): Promise<void> => {
    // A failing or closing database must neither end the process nor stop the heartbeat of the streams.
    const ended = await suspended().catch(() => new Set<number>())
    let written = 0
    for (const [stream, member] of streams) {
      if (stream.writableEnded) continue
      written += 1
      // Ten thousand writes in one turn would hold up everybody's requests for a third of a second.
      if (written % AT_ONCE === 0) await setImmediate()
      if (ended.has(member)) stream.end()
      else stream.write('event: beat\ndata:\n\n')
    }
  }
  return {
    add: (outgoing: ServerResponse, member: number): void => {
      streams.set(outgoing, member)
      timer ??= setInterval(() => void beat(), HEARTBEAT_MS).unref()
    },
    delete: (outgoing: ServerResponse): void => {
      streams.delete(outgoing)
      if (streams.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
  }
}
