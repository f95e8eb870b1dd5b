/** The open event streams of this process: by member, and of the desk. */
import { STREAMS_A_SESSION_MAX, type StreamEvent } from '#contract/events.ts'
import type { Bus, Stream } from './bus.ts'

type ProcessStreams = Pick<
  Bus,
  'open' | 'endSession' | 'renameSession' | 'publishToDesk' | 'openDesk' | 'count' | 'closeAll'
> & {
  send: (member: number, event: StreamEvent) => void
  has: (member: number) => boolean
  /** Notifies the streams of a member that events may have been lost. */
  miss: (member: number) => void
  /** The members who have a stream here. */
  members: () => number[]
}

type OwnStream = Stream & { sessionHash: string }
type DeskStream = { send: Parameters<Bus['openDesk']>[0]; close: () => void }

export const createStreams = (): ProcessStreams => {
  const streams = new Map<number, Set<OwnStream>>()
  const desk = new Set<DeskStream>()
  return {
    send: (member, event) => {
      for (const stream of streams.get(member) ?? []) stream.send(event)
    },
    has: (member) => streams.has(member),
    miss: (member) => {
      for (const stream of streams.get(member) ?? []) stream.missed?.(stream.sessionHash)
    },
    members: () => [...streams.keys()],
    open: (member, sessionHash, opened) => {
      const stream = { sessionHash, ...opened }
      const own = streams.get(member) ?? new Set()
      // End the oldest stream: after a change of network it is often a dead connection that is not noticed yet.
      const [oldest, ...newer] = [...own].filter((other) => other.sessionHash === sessionHash)
      if (oldest && newer.length + 1 >= STREAMS_A_SESSION_MAX) {
        own.delete(oldest)
        oldest.send({ type: 'crowded' })
      }
      own.add(stream)
      streams.set(member, own)
      return () => {
        own.delete(stream)
        if (own.size === 0 && streams.get(member) === own) streams.delete(member)
      }
    },
    endSession: (member, sessionHash) => {
      for (const stream of streams.get(member) ?? [])
        if (stream.sessionHash === sessionHash) stream.send({ type: 'logout' })
    },
    renameSession: (member, from, to) => {
      for (const stream of streams.get(member) ?? []) if (stream.sessionHash === from) stream.sessionHash = to
    },
    publishToDesk: (hint) => {
      for (const stream of desk) stream.send(hint)
    },
    openDesk: (send, close) => {
      const stream = { send, close }
      desk.add(stream)
      return () => void desk.delete(stream)
    },
    count: () => [...streams.values()].reduce((total, own) => total + own.size, 0),
    closeAll: () => {
      for (const own of streams.values()) for (const stream of own) stream.close?.()
      for (const stream of desk) stream.close()
    },
  }
}
