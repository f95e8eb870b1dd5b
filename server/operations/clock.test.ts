import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { openSafeClock } from './clock.ts'

const START = Date.parse('2026-05-01T10:00:00Z')

/** A machine whose wall clock can be set while its monotonic clock runs on. */
const machine = (stored: number | null = START) => {
  const state = { wall: START, mono: 0, stored }
  const open = () =>
    openSafeClock({
      now: () => state.wall,
      monotonic: () => state.mono,
      load: () => state.stored,
      store: async (at) => {
        state.stored = at
      },
    })
  const pass = (ms: number) => {
    state.wall += ms
    state.mono += ms
  }
  return { state, open, pass }
}

test('[OPS-14] a clock that runs evenly is trusted, and its time is stored', async () => {
  const { state, open, pass } = machine(null)
  const clock = await open()
  pass(MINUTE_MS)
  await clock.check()
  expect([clock.isTrusted(), clock.safeNow(), state.stored]).toEqual([true, START + MINUTE_MS, START + MINUTE_MS])
})

test('[OPS-14] a start with the clock 40 days ahead erases nothing, and works normally once the clock is right', async () => {
  const { state, open, pass } = machine()
  state.wall += 40 * DAY_MS
  const clock = await open()
  await clock.check()
  pass(HOUR_MS)
  expect([clock.isTrusted(), clock.safeNow()]).toEqual([false, START + HOUR_MS])
  expect(state.stored).toBe(START)
  state.wall -= 40 * DAY_MS
  await clock.check()
  expect([clock.isTrusted(), clock.safeNow()]).toEqual([true, START + HOUR_MS])
})

test('[OPS-14] a jump while the server runs is noticed before the next check', async () => {
  const { state, open, pass } = machine()
  const clock = await open()
  pass(MINUTE_MS)
  await clock.check()
  state.wall += 40 * DAY_MS
  expect(clock.safeNow()).toBe(START + MINUTE_MS)
  await clock.check()
  expect([clock.isTrusted(), clock.safeNow()]).toEqual([false, START + MINUTE_MS])
})

test('[OPS-14] a server that was off for weeks trusts its clock after a day, or by command', async () => {
  const long = machine(START - 30 * DAY_MS)
  const clock = await long.open()
  for (let hour = 0; hour < 23; hour += 1) {
    long.pass(HOUR_MS)
    await clock.check()
  }
  expect(clock.isTrusted()).toBe(false)
  long.pass(HOUR_MS)
  await clock.check()
  expect([clock.isTrusted(), clock.safeNow()]).toEqual([true, START + DAY_MS])

  const confirmed = machine(START - 30 * DAY_MS)
  const other = await confirmed.open()
  await other.check()
  expect(other.isTrusted()).toBe(false)
  confirmed.state.stored = START
  await other.check()
  expect(other.isTrusted()).toBe(true)
})
