/** A clock that moves only when a test moves it. */
export type TestClock = { now: () => number; advance: (ms: number) => void; set: (at: number | string) => void }

export const testClock = (start = '2026-06-15T12:00:00.000Z'): TestClock => {
  let at = Date.parse(start)
  return {
    now: () => at,
    advance: (ms) => {
      at += ms
    },
    set: (to) => {
      at = typeof to === 'number' ? to : Date.parse(to)
    },
  }
}
