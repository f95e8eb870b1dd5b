/**
 * The open event streams of the desk. An event is a hint: the page reads again what it shows. The server is one process
 * for now; `publish` is the place to support several.
 */
import type { DeskHint } from '#contract/desk/events.ts'

export type DeskLive = {
  publish: (hint: DeskHint) => void
  /** Adds a stream; the returned function removes it. `close` is called when the server shuts down. */
  open: (send: (hint: DeskHint) => void, close: () => void) => () => void
  /** Ends every stream at shutdown. */
  closeAll: () => void
}

type Stream = { send: (hint: DeskHint) => void; close: () => void }

export const createDeskLive = (): DeskLive => {
  const streams = new Set<Stream>()
  return {
    publish: (hint) => {
      for (const { send } of streams) send(hint)
    },
    open: (send, close) => {
      const stream = { send, close }
      streams.add(stream)
      return () => void streams.delete(stream)
    },
    closeAll: () => {
      for (const { close } of streams) close()
    },
  }
}
