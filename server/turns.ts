/** Gives each step of a long read a turn of the event loop for itself, however many requests ask at the same time. */

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
