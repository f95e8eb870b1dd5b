/** The built app, read into memory at the start, so that no part of a URL ever becomes a path on disk. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { HASHED_NAME, type Asset, type OlderAssets } from '../adapters/older-assets.ts'

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

/**
 * Reads one file after another without waiting: with a thousand promises a start took half of its processor time here.
 * @param base the path under which the files are served
 * @returns the files by URL path; empty if nothing is built
 */
export const readClientFiles = (folder: string, base = ''): Map<string, ClientFile> => {
  const files = new Map<string, ClientFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || TYPES[extname(entry.name)] === undefined) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const made = fileOf(path, {
      bytes: readFileSync(file),
      br: readIfThere(`${file}.br`),
      gzip: readIfThere(`${file}.gz`),
    })
    if (made) files.set(`${base}${path}`, made)
  }
  return files
}

const fileOf = (path: string, content: Asset & Pick<ClientFile, 'gzip'>): ClientFile | null => {
  const type = TYPES[extname(path)]
  return type === undefined
    ? null
    : { ...content, type, etag: etagOf(content.bytes), cacheControl: cacheControlOf(path) }
}

const ASSETS = '/assets/'

/** The files with a hash in their name: a tab of this build still requests them after the next release. */
export const hashedAssets = (files: ReadonlyMap<string, ClientFile>): Map<string, Asset> =>
  new Map([...files].flatMap(([path, file]) => (isHashed(path) ? [[path.slice(ASSETS.length), file] as const] : [])))

/** A file of a former build that the present build lacks [PWA-10]; null for every other path. */
export const olderFile = async (olderAssets: OlderAssets, path: string): Promise<ClientFile | null> => {
  const asset = isHashed(path) ? await olderAssets.read(path.slice(ASSETS.length)) : null
  return asset && fileOf(path, { ...asset, gzip: undefined })
}

/** A weak ETag, since it is the same for every encoding of a file (RFC 9110 §8.8.3). */
export const etagOf = (bytes: Uint8Array): string =>
  `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`

/** A file with a hash in its name never changes; every other file is revalidated each time and answered 304. */
const cacheControlOf = (path: string): string => (isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache')

const isHashed = (path: string): boolean => path.startsWith(ASSETS) && HASHED_NAME.test(path.slice(ASSETS.length))

const readIfThere = (file: string): Uint8Array<ArrayBuffer> | undefined =>
  existsSync(file) ? readFileSync(file) : undefined
