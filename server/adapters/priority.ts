import { constants, getPriority, setPriority } from 'node:os'

/** Steps of niceness: where the processor is busy, the server's own thread gets three times as much of it. */
const NICER = 5

/**
 * Lets everybody's messages go before work that takes long. Linux has a priority for each thread, which the threads that it begins
 * inherit; elsewhere the whole process has one.
 * @param process its id; the thread that calls this if left out
 */
export const lowerPriority = (process = 0): void => {
  try {
    setPriority(process, Math.min(getPriority() + NICER, constants.priority.PRIORITY_LOW))
  } catch {
    // A container may forbid it, and a process may have ended: the work is done all the same.
  }
}
