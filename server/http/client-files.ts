/** The built app, read into memory at the start: nothing a URL says ever becomes a path on the disk. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'

export type ClientFile = {
  type: string
  etag: string
  cacheControl: string
  bytes: Uint8Array<ArrayBuffer>
  br: Uint8Array<ArrayBuffer> | undefined
  gzip: Uint8Array<ArrayBuffer> | undefined
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
}

/** @returns the files by URL path; none where nothing is built */
export const readClientFiles = async (folder: string): Promise<Map<string, ClientFile>> => {
  const files = new Map<string, ClientFile>()
  if (!existsSync(folder)) return files
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const type = TYPES[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const bytes = await readBytes(file)
    files.set(path, {
      type,
      bytes,
      etag: etagOf(bytes),
      cacheControl: cacheControlOf(path),
      br: existsSync(`${file}.br`) ? await readBytes(`${file}.br`) : undefined,
      gzip: existsSync(`${file}.gz`) ? await readBytes(`${file}.gz`) : undefined,
    })
  }
  return files
}

/** Weak, since one file has it in every encoding (RFC 9110 §8.8.3). */
export const etagOf = (bytes: Uint8Array): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** What carries a hash in its name never changes; the rest is asked about each time and answered 304. */
const cacheControlOf = (path: string): string =>
  /^\/assets\/(?:.+-)?[\w-]{8}\.\w+$/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

const readBytes = async (file: string): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await readFile(file))
