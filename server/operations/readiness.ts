/** Whether this server should get requests [OPS-12]: it proves that it can write. */
import { MINUTE_MS } from '#contract/limits.ts'
import { isStorageFull } from '../adapters/storage-fault.ts'
import type { AllDeps } from '../deps.ts'
import { FREE_BYTES_MIN } from './doctor.ts'

export type Readiness = {
  isReady: boolean
  /** Everything that an operator should look at, even if the server is ready. */
  remarks: string[]
}

type Needs = Pick<AllDeps, 'read' | 'write' | 'now' | 'random' | 'bus' | 'photos' | 'fullDiskAt'> & {
  isStopping: () => boolean
  isClockTrusted: () => boolean
  /** Free bytes on the disk of DATA_DIR. */
  freeBytes: () => number
  /** How long a result is cached, in ms. */
  freshMs?: number
}

/** A probe that takes longer counts as failed. */
const PROBE_MS = 3_000
/** Proxies ask every few seconds, and every probe is a synced commit, so the result is cached. */
const FRESH_MS = 2_000
/**
 * On a full disk the probe can still succeed: it is small, and SQLite writes it over an old part of the WAL, while
 * members' writes fail.
 */
const FULL_BYTES = 1_000_000
/**
 * The disk of PostgreSQL may be another machine's. There the probe succeeds as well, in the place of its former row, so after a write has
 * met a full disk this must fit. It is random, since PostgreSQL compresses.
 */
const ROOM_BYTES = 400_000
const JOB_LAG_MAX_MS = 10 * MINUTE_MS
/** Another process wrote its beat before this one read it, so a beat from the future is a clock that is wrong. */
const CLOCKS_APART_MAX_MS = 1_000

export const createReadiness = (needs: Needs): (() => Promise<Readiness>) => {
  const freshMs = needs.freshMs ?? FRESH_MS
  let last: { at: number; answer: Promise<Readiness> } | undefined
  let roomProvenAt = 0
  const proveRoom = async (): Promise<void> => {
    const { fullDiskAt, write, random, now } = needs
    const at = performance.now()
    if (fullDiskAt() <= roomProvenAt) return
    await write((tx) => tx.operations.proveRoom(Buffer.from(random(ROOM_BYTES)).toString('base64'), now()), [])
    roomProvenAt = at
  }
  return () => {
    if (needs.isStopping()) return Promise.resolve({ isReady: false, remarks: ['stopping'] })
    const at = performance.now()
    if (last === undefined || at - last.at >= freshMs) last = { at, answer: look(needs, proveRoom) }
    return last.answer
  }
}

const look = async (
  { read, write, now, bus, photos, freeBytes, isClockTrusted }: Needs,
  proveRoom: () => Promise<void>,
): Promise<Readiness> => {
  const ask = async () => {
    await write((tx) => tx.operations.probe(now()))
    await proveRoom()
    const isLedgerWrong = await read.jobs.hasFailed('ledger.proof')
    const beatAt = (await read.jobProcesses.lastBeat()) ?? 0
    return { dueAt: await read.operations.oldestDueAt(now()), isLedgerWrong, aheadMs: beatAt - now() }
  }
  const answer = await inTime(ask(), PROBE_MS).catch((error: unknown) =>
    isStorageFull(error) ? 'the disk of the database is full' : 'the database takes no writes',
  )
  if (typeof answer === 'string') return { isReady: false, remarks: [answer] }
  const free = freeBytes()
  if (free < FULL_BYTES) return { isReady: false, remarks: ['the disk is full'] }
  const { dueAt, isLedgerWrong, aheadMs } = answer
  const lag = dueAt === null ? 0 : now() - dueAt
  const remarks = [
    ...(free < FREE_BYTES_MIN ? ['the disk is nearly full'] : []),
    ...(lag > JOB_LAG_MAX_MS ? [`jobs wait for ${Math.round(lag / MINUTE_MS)} minutes`] : []),
    ...(bus.isAway() ? ['the bus is away, so limits and live events are per process'] : []),
    ...(photos.isAway() ? ['the bucket is away: storing, showing or deleting photos fails'] : []),
    ...(isClockTrusted() ? [] : ['the clock jumped, so nothing is erased']),
    ...(aheadMs > CLOCKS_APART_MAX_MS
      ? [`the clock of another machine is ${Math.round(aheadMs / 1_000)} s ahead of this one`]
      : []),
    ...(isLedgerWrong ? ['the ledger is wrong'] : []),
  ]
  return { isReady: true, remarks }
}

/** @throws Error if the work takes longer; the work itself continues */
export const inTime = async <Result>(work: Promise<Result>, ms: number): Promise<Result> => {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error('The probe took too long')), ms)
  try {
    return await Promise.race([work, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
