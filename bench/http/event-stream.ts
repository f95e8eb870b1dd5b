/** An open event stream that remembers how far its events have come. */
import { openSocket, requestText } from './connection.ts'

export type EventStream = {
  /** The highest seq of all events so far. */
  seq: () => number
  /** Whether one of the last events carried a text. */
  carried: (text: string) => boolean
  /** Answers when an event has said `seq` or more. One waits at a time. */
  reached: (seq: number) => Promise<void>
  close: () => void
}

export const openEventStream = async (port: number, path: string, cookie: string): Promise<EventStream> => {
  const socket = await openSocket(port)
  let heard = 0
  let rest = ''
  let last = ''
  let goal: { seq: number; resolve: () => void; reject: (error: Error) => void } | null = null

  const opened = new Promise<void>((resolve, reject) => {
    socket.once('data', (bytes) => {
      const status = bytes.toString('latin1', 9, 12)
      if (status === '200') resolve()
      else reject(new Error(`The event stream answered ${bytes.toString('latin1')}`))
    })
  })
  socket.on('data', (bytes) => {
    const text = rest + bytes.toString('latin1')
    const lastLine = text.lastIndexOf('\n') + 1
    rest = text.slice(lastLine)
    if (lastLine > 0) last = text.slice(0, lastLine)
    for (const [, seq] of last.matchAll(/^data: ?\{[^{]*"seq":(\d+)/gm)) {
      heard = Math.max(heard, Number(seq))
    }
    if (goal !== null && heard >= goal.seq) {
      goal.resolve()
      goal = null
    }
  })
  socket.on('close', () => goal?.reject(new Error('The server closed the event stream')))
  socket.write(requestText('GET', path, port, { cookie, accept: 'text/event-stream' }))
  await opened

  return {
    seq: () => heard,
    carried: (text) => last.includes(text),
    reached: (seq) =>
      heard >= seq
        ? Promise.resolve()
        : new Promise((resolve, reject) => {
            goal = { seq, resolve, reject }
          }),
    close: () => socket.destroy(),
  }
}
