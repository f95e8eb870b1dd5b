/** [ACC-8] Five failures block for 15 minutes, the next five for twice as long, up to an hour. Or: so many in a time. */
import {
  DAY_MS,
  LOGIN_BLOCK_MINUTES,
  LOGIN_BLOCK_MINUTES_MAX,
  LOGIN_FAILURES_MAX,
  MINUTE_MS,
} from '#contract/limits.ts'

/** The stored count of one key. Times in ms. */
export type Attempts = {
  count: number
  /** When the last one was counted. */
  since: number
  /** When the block ends or ended; 0 where there was none. */
  blockedUntil: number
  /** How many blocks there were of late: the next one is longer. */
  blocks: number
}

/** After this long without any, counting begins anew: who guesses slower than this is slower than under blocks. */
const TOGETHER_MS = LOGIN_BLOCK_MINUTES_MAX * MINUTE_MS
/** This long after its end a block makes the next one no longer. */
const DECAY_MS = DAY_MS

/**
 * One attempt more. It is counted when it begins, not when it has failed, so that many at once are no more than five:
 * the fifth blocks, and a success takes it back.
 */
export const withAttempt = (before: Attempts | undefined, now: number): Attempts => {
  const { count, blocks, blockedUntil } = standingAt(before, now)
  if (count + 1 < LOGIN_FAILURES_MAX) return { count: count + 1, since: now, blockedUntil, blocks }
  return { count: count + 1, since: now, blockedUntil: now + blockMs(blocks), blocks: blocks + 1 }
}

/** An attempt that was counted, and then did not fail. */
export const withoutAttempt = (attempts: Attempts, now: number): Attempts => {
  const count = Math.max(0, attempts.count - 1)
  if (attempts.count < LOGIN_FAILURES_MAX) return { ...attempts, count }
  return { ...attempts, count, blockedUntil: Math.min(attempts.blockedUntil, now), blocks: attempts.blocks - 1 }
}

/** A fixed number of attempts in a time that starts with the first one. */
export type Window = { count: number; ms: number }

/** One attempt more, with a block to the end of the time once it is the last one allowed. */
export const withWindowAttempt = (before: Attempts | undefined, now: number, { count: max, ms }: Window): Attempts => {
  const { count, since } = before && now - before.since < ms ? before : { count: 0, since: now }
  return { count: count + 1, since, blockedUntil: count + 1 >= max ? since + ms : 0, blocks: 0 }
}

/** An attempt that was counted, and then did not fail. */
export const withoutWindowAttempt = (attempts: Attempts): Attempts => ({
  ...attempts,
  count: Math.max(0, attempts.count - 1),
  blockedUntil: 0,
})

const standingAt = (before: Attempts | undefined, now: number): Attempts => {
  if (!before) return { count: 0, since: now, blockedUntil: 0, blocks: 0 }
  const blocks = now - before.blockedUntil < DECAY_MS ? before.blocks : 0
  const isOver = before.count >= LOGIN_FAILURES_MAX || now - before.since >= TOGETHER_MS
  return isOver ? { ...before, count: 0, blocks } : { ...before, blocks }
}

const blockMs = (blocks: number): number =>
  Math.min(LOGIN_BLOCK_MINUTES * 2 ** blocks, LOGIN_BLOCK_MINUTES_MAX) * MINUTE_MS
