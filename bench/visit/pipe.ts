/** One direction of a slow link: one shared rate, a fixed delay, packets of all connections in turn. */
import type { Socket } from 'node:net'

type Flow = { from: Socket; to: Socket; queue: (Buffer | null)[]; size: number; isListed: boolean }

export type Pipe = {
  /** Data, or null at the end of it. */
  push: (flow: Flow, data: Buffer | null) => void
  /** Bytes handed over so far. */
  delivered: () => number
}

const PACKET_BYTES = 1_460
/** How far ahead of the clock packets are put on the link. */
const AHEAD_MS = 2
/** A source that has this much waiting is not read until half of it is gone. */
const WAITING_BYTES_MAX = 32 * 1_024

/** @param delayMs half a round trip */
export const createPipe = (kilobitsPerSecond: number, delayMs: number): Pipe => {
  const bytesPerMs = kilobitsPerSecond / 8
  const waiting: Flow[] = []
  const onTheWay: { at: number; flow: Flow; data: Buffer | null }[] = []
  let linkFreeAt = 0
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  const send = (now: number): void => {
    while (linkFreeAt <= now + AHEAD_MS) {
      const flow = waiting.shift()
      if (!flow) return
      const data = nextPacket(flow)
      linkFreeAt = Math.max(linkFreeAt, now) + (data?.length ?? 0) / bytesPerMs
      onTheWay.push({ at: linkFreeAt + delayMs, flow, data })
      flow.isListed = flow.queue.length > 0
      if (flow.isListed) waiting.push(flow)
      if (flow.size < WAITING_BYTES_MAX / 2 && flow.from.isPaused()) flow.from.resume()
    }
  }

  const receive = (now: number): void => {
    for (let packet = onTheWay[0]; packet && packet.at <= now; packet = onTheWay[0]) {
      onTheWay.shift()
      const { flow, data } = packet
      if (data === null) flow.to.end()
      else if (!flow.to.destroyed) {
        bytes += data.length
        flow.to.write(data)
      }
    }
  }

  const run = (): void => {
    clearTimeout(timer)
    const now = performance.now()
    send(now)
    receive(now)
    const next = Math.min(onTheWay[0]?.at ?? Infinity, waiting.length > 0 ? linkFreeAt - AHEAD_MS : Infinity)
    if (next < Infinity) timer = setTimeout(run, Math.max(0, next - performance.now()))
  }

  return {
    push: (flow, data) => {
      flow.queue.push(data)
      flow.size += data?.length ?? 0
      if (flow.size > WAITING_BYTES_MAX) flow.from.pause()
      if (!flow.isListed) {
        flow.isListed = true
        waiting.push(flow)
      }
      run()
    },
    delivered: () => bytes,
  }
}

const nextPacket = (flow: Flow): Buffer | null => {
  const data = flow.queue.shift() ?? null
  if (data === null) return null
  const packet = data.subarray(0, PACKET_BYTES)
  if (data.length > PACKET_BYTES) flow.queue.unshift(data.subarray(PACKET_BYTES))
  flow.size -= packet.length
  return packet
}
