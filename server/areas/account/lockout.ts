/** [ACC-8] The rules for blocks: five failures block for 15 minutes, five more for twice as long, up to an hour. */
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
  /** The time of the last attempt; in a window, of the first. */
  since: number
  /** The end of the current or last block; 0 without a block. */
  blockedUntil: number
  /** The number of recent blocks: each makes the next one longer. */
  blocks: number
}

/** After this long without an attempt the count restarts: slower guessing gains less than guessing under blocks. */
const TOGETHER_MS = LOGIN_BLOCK_MINUTES_MAX * MINUTE_MS
/** This long after its end, a block no longer lengthens the next one. */
const DECAY_MS = DAY_MS

/**
 * Counts one attempt when it begins, not when it fails: otherwise parallel attempts could exceed five. The fifth one
 * blocks. A success removes it again.
 */
export const withAttempt = (before: Attempts | undefined, now: number): Attempts => {
  const { count, blocks, blockedUntil } = attemptsAt(before, now)
  if (count + 1 < LOGIN_FAILURES_MAX) return { count: count + 1, since: now, blockedUntil, blocks }
  return { count: count + 1, since: now, blockedUntil: now + blockMs(blocks), blocks: blocks + 1 }
}

/** Removes an attempt that was counted and did not fail. */
export const withoutAttempt = (attempts: Attempts, now: number): Attempts => {
  const count = Math.max(0, attempts.count - 1)
  if (attempts.count < LOGIN_FAILURES_MAX) return { ...attempts, count }
  return { ...attempts, count, blockedUntil: Math.min(attempts.blockedUntil, now), blocks: attempts.blocks - 1 }
}

/** A number of attempts in a period that starts with the first one. */
export type Window = {
  count: number
  ms: number
  /** After that number one more is allowed after each pause; left out, none until the period ends. */
  pauseMs?: number
}

/** Counts one attempt. The last one allowed blocks until the end of the period, or for a pause. */
export const withWindowAttempt = (
  before: Attempts | undefined,
  now: number,
  { count: max, ms, pauseMs }: Window,
): Attempts => {
  const { count, since } = before && now - before.since < ms ? before : { count: 0, since: now }
  const blockedUntil = pauseMs === undefined ? since + ms : now + pauseMs
  return { count: count + 1, since, blockedUntil: count + 1 >= max ? blockedUntil : 0, blocks: 0 }
}

/** Removes an attempt that was counted and did not fail. */
export const withoutWindowAttempt = (attempts: Attempts): Attempts => ({
  ...attempts,
  count: Math.max(0, attempts.count - 1),
  blockedUntil: 0,
})

const attemptsAt = (before: Attempts | undefined, now: number): Attempts => {
  if (!before) return { count: 0, since: now, blockedUntil: 0, blocks: 0 }
  const blocks = now - before.blockedUntil < DECAY_MS ? before.blocks : 0
  const isOver = before.count >= LOGIN_FAILURES_MAX || now - before.since >= TOGETHER_MS
  return isOver ? { ...before, count: 0, blocks } : { ...before, blocks }
}

const blockMs = (blocks: number): number =>
  Math.min(LOGIN_BLOCK_MINUTES * 2 ** blocks, LOGIN_BLOCK_MINUTES_MAX) * MINUTE_MS
