/**
 * Sends the outbox of one member: each lane in its order, lanes in parallel. `queued → sending → gone | queued again
 * with a pause | failed (stays)`. If an answer is lost or the worker is killed, the row is still stored. It is sent
 * again under the same id, which the server recognises [CHAT-5].
 */
import { Failure } from '#contract/entities/failure.ts'
import { parseNewer } from '#contract/newer.ts'
import { partnerIn } from '#contract/rules/conversation-id.ts'
import type { SendOutcome } from '#contract/rules/retry.ts'
import type { WriteOrder } from '#contract/rules/write-order.ts'
import type { Ports } from '../ports.ts'
import { ignored } from '../ignored.ts'
import { changeMe, readMe } from '../store/me.ts'
import type { Me, StoreName, Tx } from '../store/member-db.ts'
import {
  deleteOutboxRow,
  outboxIn,
  putOutboxRow,
  readOutbox,
  readOutboxRow,
  type OutboxRow,
} from '../store/outbox-rows.ts'
import { readProfile } from '../store/profiles.ts'
import { isFull, unlessFull } from '../storage.ts'
import { SessionOver, type MemberSession } from '../store/session.ts'
import type { SentAt } from '../writes/queued-call.ts'
import { withheldRows } from '../writes/overlays.ts'
import { messageIn, queuedCallOf, topicsOf, type Write } from '../writes/table.ts'
import { outcomeOf, type Send, type SendAnswer } from './attempt.ts'
import { dueRows, lanesOf, nextDue } from './lanes.ts'
import { isEndable, pausedRow, PROBE_MS, resumedRow, type Retry } from './pauses.ts'

export type FlusherDeps = Pick<Ports, 'now' | 'random' | 'newId' | 'givesWay' | 'locked' | 'startTimer' | 'news'> & {
  send: Send
  /** Runs when the server has refused a write for good. Never throws. */
  refused: (write: Write) => Promise<void>
  /** Runs when a pause ends while the worker is alive. */
  retry: () => void
}

/**
 * `order` is null for a write that needs none; `sentAt` is the feed cursor and the stored user at the time of sending.
 */
type BegunSend = { row: OutboxRow; order: WriteOrder | null; sentAt: Pick<Me, 'seq' | 'user'>; isUnstored?: true }

/** `isConnected`: the connection is known to work again, so pauses that the server did not ask for end. */
export type FlushOccasion = { isConnected?: boolean }

export type Flusher = {
  /**
   * Sends every write that is due; resolves when no request is running any more.
   * @returns whether the server has accepted or refused a write, or does not need it, so that the feed may have news
   */
  flush: (occasion?: FlushOccasion) => Promise<boolean>
  /** Whether a write is in a pause that the success of any call would end. */
  isPaused: () => boolean
}

/** The prefix of the lock under which a member's writes are sent; the member's number follows. */
export const OUTBOX_LOCK = 'outbox-'

/** The stores that an acknowledgement may change. */
const ACK_STORES: StoreName[] = ['outbox', 'messages', 'conversations', 'likes', 'meta', 'blobs', 'profiles', 'lists']

/**
 * Applies the server's answer to a confirmed write. The feed updates the counts; it is read right afterwards. Answers
 * of parallel lanes may come in any order, while the feed has one order.
 */
export const acknowledge = (tx: Tx, row: OutboxRow, answer: unknown, sentAt: SentAt): Promise<void> =>
  // The schema of the call has parsed the answer.
  queuedCallOf(row.write).acknowledge(tx, { row, write: row.write, answer, sentAt, outbox: outboxIn(tx) })

const LANES_MAX = 4
const PAUSE_MIN_MS = 250
const SHARE_STEP = 0.05

/** The flusher of one member on this device. A failed send is retried and throws nothing; errors of the store are thrown. */
export const createFlusher = (session: MemberSession, deps: FlusherDeps): Flusher => {
  let running: Promise<boolean> | null = null
  let settled = false
  let again = false
  // Pauses from before this worker's start say nothing about the current connection.
  let mustEndPauses = true
  let paused = false
  let wake: (() => void) | null = null
  let cancelTimer: (() => void) | null = null
  /** How many times in a row the send of a row was cut off, by its id. */
  const cuts = new Map<string, number>()
  /** Ids of rows that the server has taken, while the full device could not store that. They show as waiting until it can. */
  const taken = new Set<string>()
  /** How many times the success of another call ended the pause of a row, by its id. */
  const resumes = new Map<string, number>()

  const flush = ({ isConnected = false }: FlushOccasion = {}): Promise<boolean> => {
    again = true
    mustEndPauses ||= isConnected
    wake?.()
    running ??= run()
    return running
  }

  const run = async (): Promise<boolean> => {
    cancelTimer?.()
    settled = false
    try {
      while (again) {
        again = false
        await deps.locked(`${OUTBOX_LOCK}${session.member}`, drain)
      }
    } catch (error) {
      if (error instanceof SessionOver) return settled
      // The device's store failed. Schedule a retry, since nothing else would retry while the worker lives.
      cancelTimer = deps.startTimer(deps.retry, PROBE_MS)
      throw error
    } finally {
      running = null
    }
    return settled
  }

  const drain = async (): Promise<void> => {
    await recoverRows(session)
    for (const id of taken) await unlessFull(resendTaken(id))
    const lanes = new Map<string, Promise<void>>()
    const errors: unknown[] = []
    let outbox: OutboxRow[] = []
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      again = false
      if (mustEndPauses) await unlessFull(endPauses())
      const stored = (await session.read(['outbox'], readOutbox)).filter(({ id }) => !taken.has(id))
      const withheld = new Set(withheldRows(stored))
      if (withheld.size > 0) await unlessFull(withhold([...withheld]))
      outbox = stored.filter((row) => !withheld.has(row))
      paused = outbox.some(isEndable)
      const due = deps.givesWay() ? [] : dueRows(outbox, lanes, deps.now())
      for (const row of due.slice(0, LANES_MAX - lanes.size)) {
        const work = deliver(row)
          .catch((error: unknown) => pauseAfter(row, error))
          .catch((error: unknown) => void errors.push(error))
          .finally(() => lanes.delete(row.lane))
        lanes.set(row.lane, work)
      }
      if (lanes.size === 0) break
      // A pause may end while a slow lane is still sending; do not wait for that lane.
      const stopTimer = atNextDue(outbox, lanes, () => wake?.())
      await Promise.race([...lanes.values(), woken])
      stopTimer()
      if (errors.length === 0) continue
      // The next run would send again what is still being sent, and the outcome of the older send could undo that of the newer.
      await Promise.all(lanes.values())
      throw errors[0]
    }
    cancelTimer = atNextDue(outbox, lanes, deps.retry)
  }

  const atNextDue = (
    outbox: readonly OutboxRow[],
    busy: ReadonlyMap<string, unknown>,
    run: () => void,
  ): (() => void) => {
    // A worker that gives way sets no timer. If it is not replaced, it flushes again.
    const due = busy.size < LANES_MAX && !deps.givesWay() ? nextDue(outbox, busy) : null
    return due === null ? () => {} : deps.startTimer(run, Math.max(PAUSE_MIN_MS, due - deps.now()))
  }

  const deliver = async (row: OutboxRow): Promise<void> => {
    const begun = await begin(row).catch((error: unknown) => beginUnstored(row, error))
    if (begun === 'settled') {
      settled = true
      deps.news(topicsOf(row.write))
    }
    if (!begun || begun === 'settled') return
    // Only messages and photos show that they are being sent [CHAT-6].
    const sendingTopics = queuedCallOf(row.write).sendingTopics?.(row.write)
    if (sendingTopics) deps.news(sendingTopics)
    const answer = await deps.send(session, begun.row, begun.order, shareOf(begun.row))
    const outcome = outcomeOf(answer)
    await storeOutcome(begun, answer, outcome)
    deps.news(topicsOf(row.write))
    if (outcome.kind === 'failed') await deps.refused(row.write)
    settled ||= outcome.kind === 'done' || outcome.kind === 'superseded' || outcome.kind === 'failed'
  }

  /** Stores and announces how far the picture of a row has come, in steps: each of them lets the pages ask again. */
  const shareOf = (row: OutboxRow) => {
    let { uploaded: shown = 0 } = row
    return async (uploaded: number): Promise<void> => {
      if (Math.abs(uploaded - shown) < SHARE_STEP) return
      shown = uploaded
      await ignored(changeRow(session, row, (stored) => ({ ...stored, uploaded })))
      deps.news(topicsOf(row.write))
    }
  }

  /** Stores the outcome of a send: the row is deleted, stays as failed, or waits in a pause. */
  const storeOutcome = async (
    { row, sentAt, isUnstored }: BegunSend,
    answer: SendAnswer,
    outcome: SendOutcome,
  ): Promise<void> => {
    if (answer?.ok && outcome.kind === 'done') {
      const acknowledged = session.write(ACK_STORES, async (tx) => {
        await acknowledge(tx, row, answer.data, { ...sentAt, member: session.member })
        await deleteOutboxRow(tx, row)
      })
      await acknowledged.catch((error: unknown) => {
        if (!isUnstored || !isFull(error)) throw error
        taken.add(row.id)
      })
      cuts.delete(row.id)
      resumes.delete(row.id)
    } else if (outcome.kind === 'superseded') {
      await session.write(['outbox', 'blobs'], (tx) => deleteOutboxRow(tx, row))
    } else if (outcome.kind === 'failed') {
      const failure = parseNewer(Failure, outcome.body)
      // The server drops the parts of a photo that it refuses.
      await changeRow(session, row, (stored) => ({ ...stored, state: 'failed', failure, uploaded: undefined }))
    } else await pause(row, outcome.kind === 'retry' ? outcome : { cause: 'no_answer' })
  }

  /**
   * @returns null if the row was replaced or discarded before it was sent; `settled` if the server does not need the
   * write
   */
  const begin = (row: OutboxRow): Promise<BegunSend | 'settled' | null> =>
    session.write(['outbox', 'meta', 'blobs', 'conversations', 'messages'], async (tx) => {
      const stored = await readOutboxRow(tx, row.id)
      if (!stored || stored.state !== 'queued') return null
      const call = queuedCallOf(stored.write)
      const outbox = outboxIn(tx)
      if (await call.settle?.(tx, stored, outbox)) return 'settled'
      const ready = call.ready ? await call.ready(tx, stored, { outbox, now: deps.now() }) : stored
      if (!ready) {
        // The write waits for the feed. Report news, so that the feed is read.
        settled = true
        return null
      }
      const sending: OutboxRow = { ...ready, state: 'sending', attempts: stored.attempts + 1 }
      await putOutboxRow(tx, sending)
      const me = await readMe(tx)
      const { device, count } = me.sends ?? { device: deps.newId(), count: 0 }
      await changeMe(tx, { sends: { device, count: count + 1 } })
      const order = isOrdered(sending) ? { device, count: count + 1, lanes: lanesOf(sending) } : null
      return { row: sending, order, sentAt: me }
    })

  /**
   * A full device cannot store that a write is being sent. What the server recognises by its own id is sent nevertheless: it would
   * wait with a network, and messages that the full outbox refuses would overtake it [PWA-13].
   */
  const beginUnstored = async (row: OutboxRow, error: unknown): Promise<BegunSend> => {
    const { settle, ready } = queuedCallOf(row.write)
    if (!isFull(error) || isOrdered(row) || settle || ready) throw error
    return { row, order: null, sentAt: await session.read(['meta'], readMe), isUnstored: true }
  }

  /** With room again, a taken write is sent once more, and its answer is stored. */
  const resendTaken = async (id: string): Promise<void> => {
    await session.write(['outbox'], async (tx) => {
      const row = await readOutboxRow(tx, id)
      if (row) await putOutboxRow(tx, row)
    })
    taken.delete(id)
  }

  const pause = async (row: OutboxRow, retry: Retry): Promise<void> => {
    const cut = cuts.get(row.id) ?? 0
    if (retry.cause === 'no_answer') cuts.set(row.id, cut + 1)
    paused = true
    await changeRow(session, row, (stored, outbox) =>
      pausedRow(stored, retry, { outbox, cuts: cut, now: deps.now(), random: deps.random() }),
    )
  }

  /** The device failed to process this write: pause its lane and let the other lanes continue. */
  const pauseAfter = async (row: OutboxRow, error: unknown): Promise<void> => {
    if (error instanceof SessionOver) throw error
    await pause(row, { cause: 'server_error' })
  }

  /** A withheld message stays as refused by the member's own block, and can be sent again after an unblock. A like is taken back. */
  const withhold = async (rows: readonly OutboxRow[]): Promise<void> => {
    await session.write(['outbox', 'blobs', 'profiles'], async (tx) => {
      // The member may have lifted the block since these rows were read.
      const withheld = new Set(withheldRows(await readOutbox(tx)).map(({ id }) => id))
      for (const row of rows)
        if (!withheld.has(row.id)) again = true
        else if (messageIn(row.write))
          await putOutboxRow(tx, { ...row, state: 'failed', failure: await blockRefusal(tx, row, session.member) })
        else await deleteOutboxRow(tx, row)
    })
    deps.news(rows.flatMap(({ write }) => topicsOf(write)))
  }

  const endPauses = (): Promise<void> =>
    session.write(['outbox'], async (tx) => {
      mustEndPauses = false
      cuts.clear()
      for (const row of await readOutbox(tx)) {
        if (!isEndable(row)) continue
        const before = resumes.get(row.id) ?? 0
        const resumed = resumedRow(row, before, deps.now())
        if (resumed.retry_at === row.retry_at) continue
        resumes.set(row.id, before + 1)
        await putOutboxRow(tx, resumed)
      }
    })

  return { flush, isPaused: () => paused }
}

/**
 * Under the lock no write of this member is being sent. A row in the state `sending` was left by a worker that died.
 */
const recoverRows = (session: MemberSession): Promise<void> =>
  session.write(['outbox'], async (tx) => {
    for (const row of await readOutbox(tx)) if (row.state === 'sending') await putOutboxRow(tx, queued(row))
  })

const changeRow = (
  session: MemberSession,
  { id }: OutboxRow,
  next: (row: OutboxRow, outbox: readonly OutboxRow[]) => OutboxRow,
): Promise<void> =>
  session.write(['outbox'], async (tx) => {
    const stored = await readOutboxRow(tx, id)
    if (stored) await putOutboxRow(tx, next(stored, await readOutbox(tx)))
  })

/** The refusal of a message to somebody whom the member has blocked, as the server would give it. */
const blockRefusal = async (tx: Tx, { write }: OutboxRow, member: number): Promise<Failure> => {
  const conversation = messageIn(write)?.conversation
  const partner = conversation === undefined ? undefined : partnerIn(conversation, member)
  const name = partner === undefined ? undefined : (await readProfile(tx, partner))?.card.name
  return { error: 'blocking', ...(name === undefined ? {} : { name }) }
}

const queued = (row: OutboxRow): OutboxRow => ({ ...row, state: 'queued', retry_at: 0, by_server: false })

const isOrdered = ({ write }: OutboxRow): boolean => !queuedCallOf(write).isUnordered
