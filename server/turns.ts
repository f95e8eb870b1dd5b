/** Turns of the event loop: short steps of many callers share one, each step of a long read has one for itself. */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'

let nextTurn: Promise<void> | undefined

const beginNextTurn = async (): Promise<void> => {
  await turn()
  nextTurn = undefined
}

/**
 * Resolves in the next turn, for all callers of this one together. They then run side by side: each statement for all of them in a row, and
 * all writes to sockets at the end. So the caches of the processor hold one step after the other, not all steps of one caller after the other.
 */
export const untilNextTurn = (): Promise<void> => (nextTurn ??= beginNextTurn())

type Step = () => void

/** Steps of different requests would share a turn, because the loop runs everything that is ready in one. */
const waiting: Step[] = []
let isRunning = false

const runNext = (): void => {
  isRunning = waiting.length > 0
  if (!isRunning) return
  setImmediate(() => {
    waiting.shift()?.()
    // A call of setImmediate from here runs in the next turn.
    runNext()
  })
}

/** @returns the answer of the step, which runs in a later turn */
export const inTurn = <Answer>(step: () => Promise<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    waiting.push(() => {
      step().then(resolve, reject)
    })
    if (!isRunning) runNext()
  })

/**
 * Rests, then resolves in a turn that no other step shares. So each step of a job that rests between its steps has a turn for itself,
 * however many jobs run: a request waits for one of them, not for all.
 */
export const pause = async (ms: number): Promise<void> => {
  await sleep(ms)
  await inTurn(() => Promise.resolve())
}
