/** Whether the network worked when it was last tried. The browser's own word counts only where it says no. */
import type { Ports } from './ports.ts'

export type Connection = {
  state: () => 'online' | 'offline'
  /** Whether any answer has come since this worker was started. */
  isHeard: () => boolean
  report: (worked: boolean) => void
  /** The server is in order: it has done what was asked, or said no for a reason of its own. */
  answered: () => void
  /** An answer takes so long that nobody should wait for it any more; it may yet come. */
  doubt: () => void
}

/**
 * @param returned runs when an answer came through after a time without network
 * @param answered runs with every answer of a server that is in order
 */
export const createConnection = (
  ports: Pick<Ports, 'isOnLine' | 'news'>,
  returned: () => void,
  answered: () => void,
): Connection => {
  let worked = ports.isOnLine()
  let doubted = false
  let heard = false

  const state = (): 'online' | 'offline' => (worked && !doubted && ports.isOnLine() ? 'online' : 'offline')

  const become = (works: boolean, isDoubted: boolean): void => {
    const before = `${state()} ${heard}`
    const isBack = works && !worked
    worked = works
    doubted = isDoubted
    heard ||= works && !isDoubted
    if (`${state()} ${heard}` !== before) ports.news(['device'])
    if (isBack) returned()
  }

  return {
    state,
    isHeard: () => heard,
    report: (works) => become(works, false),
    answered,
    doubt: () => become(worked, true),
  }
}
