/** D-Bus messages as bytes (https://dbus.freedesktop.org/doc/dbus-specification.html#message-protocol), little-endian. */

export const TYPE = { call: 1, answer: 2, error: 3, signal: 4 } as const
export const FLAG = { noReply: 1 } as const

type Headers = {
  path?: string
  interface?: string
  member?: string
  error?: string
  replyTo?: number
  destination?: string
  sender?: string
  signature?: string
}

export type BusMessage = Headers & { type: number; flags: number; serial: number; body: unknown[] }
export type Outgoing = Headers & { type: number; serial: number; body: unknown[] }

/** The number of each header field, and its type. */
const FIELDS: Record<keyof Headers, readonly [code: number, type: string]> = {
  path: [1, 'o'],
  interface: [2, 's'],
  member: [3, 's'],
  error: [4, 's'],
  replyTo: [5, 'u'],
  destination: [6, 's'],
  sender: [7, 's'],
  signature: [8, 'g'],
}
const NAMES = new Map(Object.entries(FIELDS).map(([name, [code]]) => [code, name]))

const FIXED = 16

/** Takes bytes as they come; gives whole messages. */
export const messageReader = (take: (message: BusMessage) => void): ((bytes: Buffer) => void) => {
  let waiting = Buffer.alloc(0)
  return (bytes) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= FIXED) {
      const start = aligned(FIXED + waiting.readUInt32LE(12), 8)
      const length = start + waiting.readUInt32LE(4)
      if (waiting.length < length) return
      take(readMessage(waiting.subarray(0, length), start))
      waiting = waiting.subarray(length)
    }
  }
}

const readMessage = (bytes: Buffer, start: number): BusMessage => {
  if (bytes[0] !== 0x6c) throw new Error('A big-endian client: none is known.')
  const headers: Record<string, unknown> = {}
  const [fields] = valuesOf(bytes, 12, 'a(yv)')
  for (const [code, value] of fields as [number, unknown][]) headers[NAMES.get(code) ?? ''] = value
  const signature = typeof headers['signature'] === 'string' ? headers['signature'] : ''
  return {
    ...headers,
    type: bytes[1] ?? 0,
    flags: bytes[2] ?? 0,
    serial: bytes.readUInt32LE(8),
    // From where the body begins everything is aligned anew, which eight divides.
    body: valuesOf(bytes, start, signature),
  }
}

export const written = ({ type, serial, body, ...headers }: Outgoing): Buffer => {
  const out = new Out()
  // eslint-disable-next-line no-magic-numbers -- the first bytes of every message: order of bytes, type, flags, version
  for (const byte of [0x6c, type, 0, 1]) out.byte(byte)
  const content = new Out()
  for (const [index, one] of typesIn(headers.signature ?? '').entries()) content.value(one, body[index])
  out.uint(content.length)
  out.uint(serial)
  out.array(8, () => {
    for (const [name, [code, fieldType]] of Object.entries(FIELDS)) {
      const value = headers[name as keyof Headers]
      if (value === undefined || value === '') continue
      out.align(8)
      out.byte(code)
      out.value('g', fieldType)
      out.value(fieldType, value)
    }
  })
  out.align(8)
  return Buffer.concat([out.bytes(), content.bytes()])
}

/** A signature as its complete types. */
const typesIn = (signature: string): string[] => {
  const types: string[] = []
  for (let at = 0; at < signature.length;) {
    const end = endOfType(signature, at)
    types.push(signature.slice(at, end))
    at = end
  }
  return types
}

const CLOSING: Record<string, string> = { '(': ')', '{': '}' }

const endOfType = (signature: string, at: number): number => {
  const first = signature[at] ?? ''
  if (first === 'a') return endOfType(signature, at + 1)
  const closing = CLOSING[first]
  if (closing === undefined) return at + 1
  let end = at + 1
  while (signature[end] !== closing) end = endOfType(signature, end)
  return end + 1
}

const ALIGNMENT: Record<string, number> = { y: 1, g: 1, v: 1, n: 2, q: 2, x: 8, t: 8, d: 8, '(': 8, '{': 8 }
const alignmentOf = (type: string): number => ALIGNMENT[type[0] ?? ''] ?? 4
const aligned = (at: number, to: number): number => Math.ceil(at / to) * to

const valuesOf = (bytes: Buffer, from: number, signature: string): unknown[] => {
  const input = new In(bytes, from)
  return typesIn(signature).map((type) => input.value(type))
}

/** How the plain types lie there. */
const PLAIN: Record<string, (input: In) => unknown> = {
  y: (input) => input.bytes.readUInt8(input.move(1)),
  n: (input) => input.bytes.readInt16LE(input.move(2)),
  q: (input) => input.bytes.readUInt16LE(input.move(2)),
  i: (input) => input.bytes.readInt32LE(input.move(4)),
  u: (input) => input.uint(),
  h: (input) => input.uint(),
  b: (input) => input.uint() === 1,
  x: (input) => input.bytes.readBigInt64LE(input.move(8)),
  t: (input) => input.bytes.readBigUInt64LE(input.move(8)),
  d: (input) => input.bytes.readDoubleLE(input.move(8)),
  s: (input) => input.text(input.uint()),
  o: (input) => input.text(input.uint()),
  g: (input) => input.text(input.bytes.readUInt8(input.move(1))),
  v: (input) => input.value(String(input.value('g'))),
}

class In {
  readonly bytes: Buffer
  private at: number

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** @returns the position before */
  move(count: number): number {
    this.at += count
    return this.at - count
  }

  uint(): number {
    return this.bytes.readUInt32LE(this.move(4))
  }

  text(length: number): string {
    const start = this.move(length + 1)
    return this.bytes.toString('utf8', start, start + length)
  }

  value(type: string): unknown {
    this.at = aligned(this.at, alignmentOf(type))
    if (type.startsWith('a')) return this.items(type.slice(1))
    if (type.length > 1) return typesIn(type.slice(1, -1)).map((part) => this.value(part))
    const plain = PLAIN[type]
    if (!plain) throw new Error(`A type that is not known: ${type}`)
    return plain(this)
  }

  private items(type: string): unknown {
    const length = this.uint()
    this.at = aligned(this.at, alignmentOf(type))
    const end = this.at + length
    // Pixels of a picture.
    if (type === 'y') return this.bytes.subarray(this.move(length), end)
    const items: unknown[] = []
    while (this.at < end) items.push(this.value(type))
    return items
  }
}

/** Writes values one after another, each aligned for its type. Only the types that are sent are implemented. */
class Out {
  private readonly parts: number[] = []

  get length(): number {
    return this.parts.length
  }

  bytes(): Buffer {
    return Buffer.from(this.parts)
  }

  align(to: number): void {
    while (this.parts.length % to !== 0) this.parts.push(0)
  }

  byte(value: number): void {
    this.parts.push(value)
  }

  uint(value: number): void {
    this.align(4)
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    this.parts.push(...bytes)
  }

  array(alignment: number, items: () => void): void {
    this.uint(0)
    const lengthAt = this.parts.length - 4
    this.align(alignment)
    const start = this.parts.length
    items()
    const length = Buffer.alloc(4)
    length.writeUInt32LE(this.parts.length - start)
    this.parts.splice(lengthAt, 4, ...length)
  }

  value(type: string, value: unknown): void {
    switch (type) {
      case 'u':
      case 'b':
        this.uint(Number(value))
        return
      case 's':
      case 'o':
        this.uint(Buffer.byteLength(String(value)))
        this.parts.push(...Buffer.from(String(value)), 0)
        return
      case 'g':
        this.parts.push(String(value).length, ...Buffer.from(String(value)), 0)
        return
      case 'as':
        this.array(4, () => (value as string[]).forEach((item) => this.value('s', item)))
        return
      default:
        throw new Error(`A type that is never sent: ${type}`)
    }
  }
}
