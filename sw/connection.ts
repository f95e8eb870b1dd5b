/** Whether the network worked when it was last tried. The browser's own word counts only where it says no. */
import type { Ports } from './ports.ts'

export type Connection = {
  state: () => 'online' | 'offline'
  report: (worked: boolean) => void
}

/** @param returned runs when an answer came through after a time without network */
export const createConnection = (ports: Pick<Ports, 'isOnLine' | 'news'>, returned: () => void): Connection => {
  let worked = ports.isOnLine()
  return {
    state: () => (worked && ports.isOnLine() ? 'online' : 'offline'),
    report: (works) => {
      if (works === worked) return
      worked = works
      ports.news(['device'])
      if (works) returned()
    },
  }
}
