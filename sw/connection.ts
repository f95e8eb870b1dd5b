/** Whether the last request reached the network. `navigator.onLine` counts only when it is false. */
import type { Ports } from './ports.ts'

export type Connection = {
  state: () => 'online' | 'offline'
  /** Whether any answer has come since this worker was started. */
  isHeard: () => boolean
  /** The number of answers since this worker was started. A request that is late says nothing if others were answered since it began. */
  answers: () => number
  report: (worked: boolean) => void
  /** The server has decided about a call (`isDecided`). */
  answered: () => void
  /** An answer is so late that nobody should wait for it any more. It may still arrive. */
  doubt: () => void
  /** How many times its timeout a request may take, unless others are answered meanwhile: more than once after requests that timed out. */
  patience: () => number
  /** A request has ended after so many timeouts, with an answer or without. */
  noteLate: (timeouts: number, wasAnswered: boolean) => void
}

/**
 * On a network, or a busy server, that answers each request after half a minute, nothing would ever arrive, however often it was sent again. More
 * would delay the first request after a tunnel: the one before may wait on a dead connection.
 */
const PATIENCE_MAX = 3

/**
 * @param returned runs when an answer arrives after a time without network
 * @param answered runs with every answer of a server that works
 */
export const createConnection = (
  ports: Pick<Ports, 'isOnLine' | 'news'>,
  returned: () => void,
  answered: () => void,
): Connection => {
  let worked = ports.isOnLine()
  let doubted = false
  let answers = 0
  let patience = 1

  const state = (): 'online' | 'offline' => (worked && !doubted && ports.isOnLine() ? 'online' : 'offline')

  const become = ({ works, isDoubted }: { works: boolean; isDoubted: boolean }): void => {
    const before = `${state()} ${answers > 0}`
    const isBack = works && !worked
    worked = works
    doubted = isDoubted
    if (works && !isDoubted) answers += 1
    if (`${state()} ${answers > 0}` !== before) ports.news(['device'])
    if (isBack) returned()
  }

  return {
    state,
    isHeard: () => answers > 0,
    answers: () => answers,
    report: (works) => become({ works, isDoubted: false }),
    answered,
    doubt: () => become({ works: worked, isDoubted: true }),
    patience: () => patience,
    noteLate: (timeouts, wasAnswered) => {
      patience = Math.min(PATIENCE_MAX, wasAnswered ? timeouts + 1 : Math.max(patience, timeouts * 2))
    },
  }
}
