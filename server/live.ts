/** The open event streams by member. The server is one process for now; `publish` is the place to support several. */
import { STREAMS_A_SESSION_MAX, type StreamEvent } from '#contract/events.ts'

export type Send = (event: StreamEvent) => void

export type Live = {
  publish: (member: number, event: StreamEvent) => void
  /** Whether the member has the app open now: then no push is sent. */
  isOpen: (member: number) => boolean
  /**
   * Adds a stream; the returned function removes it. `close` is called when the server shuts down. A session has at
   * most `STREAMS_A_SESSION_MAX` streams: a newer one ends the oldest [SAFE-6].
   */
  open: (member: number, sessionHash: string, send: Send, close?: () => void) => () => void
  /** Tells the streams of a session that it was ended. */
  endSession: (member: number, sessionHash: string) => void
  /** A session got a new token: its open streams move with it. */
  renameSession: (member: number, from: string, to: string) => void
  /** The number of open streams. */
  count: () => number
  /** Ends every stream at shutdown. */
  closeAll: () => void
}

type Stream = { sessionHash: string; send: Send; close: (() => void) | undefined }

export const createLive = (): Live => {
  const streams = new Map<number, Set<Stream>>()
  return {
    publish: (member, event) => {
      for (const stream of streams.get(member) ?? []) stream.send(event)
    },
    isOpen: (member) => streams.has(member),
    open: (member, sessionHash, send, close) => {
      const stream = { sessionHash, send, close }
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
    count: () => [...streams.values()].reduce((total, own) => total + own.size, 0),
    closeAll: () => {
      for (const own of streams.values()) for (const { close } of own) close?.()
    },
  }
}
