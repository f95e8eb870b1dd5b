/** Photos for tests: pictures of every type, and files that only pretend to be photos. */
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { CallAnswer } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { TestMember } from './members.ts'
import type { TestServer } from './test-server.ts'

/** A picture with different content for each number. */
export const picture = (width = 640, height = 480, number = 1): Sharp =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <rect width="100%" height="100%" fill="hsl(${(number * 47) % 360} 60% 50%)"/>
      <circle cx="${(number * 31) % width}" cy="${(number * 17) % height}" r="${60 + (number % 50)}" fill="#fff"/>
    </svg>`,
    ),
  ).flatten()

export const jpegOf = (number = 1): Promise<Buffer> => picture(640, 480, number).jpeg().toBuffer()

export const newClientId = (number: number): string =>
  `01890a5d-ac96-774b-bcce-${number.toString(16).padStart(12, '0')}`

type Upload = { clientId?: string; isPrivate?: boolean; type?: string; from?: number; headers?: Record<string, string> }

/** A refusal has `error`, every other answer has `body`. */
type UploadResult<Name extends 'photos.add' | 'messages.photo'> = {
  status: number
  body: CallAnswer<Name>
  error: ErrorBody | undefined
  headers: Headers
}

type File = Uint8Array | ReadableStream<Uint8Array>

let uploads = 0

/** Calls `photos.add` as a device does. */
export const upload = (
  server: Pick<TestServer, 'app'>,
  member: Pick<TestMember, 'cookie'>,
  file: File,
  { clientId = newClientId((uploads += 1)), isPrivate = false, type = 'image/jpeg', from, headers = {} }: Upload = {},
): Promise<UploadResult<'photos.add'>> => {
  const query = new URLSearchParams({
    client_id: clientId,
    ...(isPrivate && { private: '1' }),
    ...(from && { from: String(from) }),
  })
  return post(server, `photos?${query.toString()}`, file, {
    cookie: member.cookie,
    'content-type': type,
    ...headers,
  })
}

/** `cost`: the price that the sender's screen said. */
type MessageUpload = Pick<Upload, 'clientId' | 'type'> & { cost?: number }

/** Calls `messages.photo` as a device does. */
export const uploadMessage = (
  server: Pick<TestServer, 'app'>,
  sender: Pick<TestMember, 'cookie'>,
  recipient: Pick<TestMember, 'id'>,
  file: File,
  { clientId = newClientId((uploads += 1)), type = 'image/jpeg', cost }: MessageUpload = {},
): Promise<UploadResult<'messages.photo'>> => {
  const query = new URLSearchParams({
    client_id: clientId,
    profile: String(recipient.id),
    ...(cost !== undefined && { cost: String(cost) }),
  })
  return post(server, `messages/photo?${query.toString()}`, file, { cookie: sender.cookie, 'content-type': type })
}

const post = async <Name extends 'photos.add' | 'messages.photo'>(
  { app }: Pick<TestServer, 'app'>,
  path: string,
  file: File,
  headers: Record<string, string>,
): Promise<UploadResult<Name>> => {
  // Node requires `duplex`, which the DOM's types lack.
  const init = {
    method: 'POST',
    headers,
    body: file instanceof Uint8Array ? new Uint8Array(file) : file,
    duplex: 'half',
  } as const
  const response = await app.request(`http://localhost/api/${path}`, init)
  const json = (await response.json()) as never
  const isFailure = response.status >= 400
  return { status: response.status, body: json, error: isFailure ? json : undefined, headers: response.headers }
}

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

type Png = { interlaced?: boolean; deep?: boolean; frames?: number }

/** A PNG that claims these dimensions and contains almost nothing. */
export const claimedPng = (width: number, height: number, { interlaced, deep, frames }: Png = {}): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = deep ? 16 : 8
  head[9] = deep ? 6 : 2
  head[12] = interlaced ? 1 : 0
  const count = Buffer.alloc(8)
  count.writeUInt32BE(frames ?? 0)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    ...(frames === undefined ? [] : [chunk('acTL', count)]),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const animatedWebp = async (): Promise<Buffer> => {
  const frames = await Promise.all([1, 2].map((number) => picture(400, 400, number).raw().toBuffer()))
  return sharp(Buffer.concat(frames), { raw: { width: 400, height: 800, channels: 3, pageHeight: 400 } })
    .webp({ loop: 0 })
    .toBuffer()
}

/** An empty ZIP: all that a ZIP reader needs at the end of a file. */
export const ZIP = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), Buffer.alloc(18)])

/** Nine levels of entities, each ten times the one before: the "billion laughs" attack. */
export const LAUGHING_SVG = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a0 "ha">${Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(10)}">`,
).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><text>&a9;</text></svg>`
