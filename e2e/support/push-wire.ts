/** The few bytes of Google's push protocol (MCS) that a stand-in has to speak: protocol buffers in tagged frames. */

/** Tags of MCS frames. */
export const FRAME = { ping: 0, pong: 1, login: 2, loggedIn: 3, message: 8 } as const

const varint = (value: number): Buffer => {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest % 128) | (rest >= 128 ? 128 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return Buffer.from(bytes)
}

/** Fields of a protocol buffer by wire type. */
export const field = {
  number: (id: number, value: number): Buffer => Buffer.concat([varint(id << 3), varint(value)]),
  bytes: (id: number, value: string | Buffer): Buffer => {
    const content = Buffer.from(value)
    return Buffer.concat([varint((id << 3) | 2), varint(content.length), content])
  },
  fixed64: (id: number, value: bigint): Buffer => {
    const content = Buffer.alloc(8)
    content.writeBigUInt64LE(value)
    return Buffer.concat([varint((id << 3) | 1), content])
  },
}

export const frame = (tag: number, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(body.length), body])

/** Collects bytes and hands out the tag of each whole frame; the first byte of a connection is the version. */
export const frameReader = (onFrame: (tag: number) => void): ((bytes: Buffer) => void) => {
  let held: Buffer = Buffer.alloc(0)
  let versionSeen = false
  return (bytes) => {
    held = Buffer.concat([held, bytes])
    if (!versionSeen && held.length > 0) {
      versionSeen = true
      held = held.subarray(1)
    }
    for (let size = frameSize(held); size !== null && held.length >= size; size = frameSize(held)) {
      const tag = held[0]
      held = held.subarray(size)
      if (tag !== undefined) onFrame(tag)
    }
  }
}

/** Bytes of the frame at the beginning, or null while its length is not all there. */
const frameSize = (bytes: Buffer): number | null => {
  let length = 0
  for (let index = 1; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    length += (byte & 127) * 128 ** (index - 1)
    if (byte < 128) return index + 1 + length
  }
  return null
}
