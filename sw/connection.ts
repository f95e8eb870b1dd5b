/** Whether the network worked when it was last tried. The browser's own word counts only where it says no. */
import type { Ports } from './ports.ts'

export type Connection = {
  state: () => 'online' | 'offline'
  report: (worked: boolean) => void
  /** An answer takes so long that nobody should wait for it any more; it may yet come. */
  doubt: () => void
}

/** @param returned runs when an answer came through after a time without network */
export const createConnection = (ports: Pick<Ports, 'isOnLine' | 'news'>, returned: () => void): Connection => {
  let worked = ports.isOnLine()
  let doubted = false

  const state = (): 'online' | 'offline' => (worked && !doubted && ports.isOnLine() ? 'online' : 'offline')

  const become = (works: boolean, isDoubted: boolean): void => {
    const before = state()
    const isBack = works && !worked
    worked = works
    doubted = isDoubted
    if (state() !== before) ports.news(['device'])
    if (isBack) returned()
  }

  return { state, report: (works) => become(works, false), doubt: () => become(worked, true) }
}
