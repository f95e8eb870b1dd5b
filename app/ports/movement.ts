/** The movement between two screens. What can wait until it has ended leaves the processor to its frames. */
import { atMost } from './clock.ts'

/** Tasks wait no longer than this, even if a movement does not report its end. */
const LONGEST_MS = 1_000

let running = 0
const waiting: (() => void)[] = []

/** @param ended settles when the movement has ended, or was skipped */
export const noteMovement = (ended: Promise<unknown>): void => {
  running += 1
  const end = (): void => {
    running -= 1
    if (running === 0) for (const run of waiting.splice(0)) run()
  }
  void atMost(LONGEST_MS, ended).then(end)
}

/** Runs the task now, or at the end of the movement that is under way. */
export const afterMovement = (task: () => void): void => {
  if (running === 0) task()
  else waiting.push(task)
}
