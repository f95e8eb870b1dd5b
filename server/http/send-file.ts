/**
 * Answers with a file: 304 if the client has it, a range if requested, else the smallest encoding that the client
 * accepts.
 */
import type { Context } from 'hono'
import type { ClientFile } from './client-files.ts'

type SentFile = Pick<ClientFile, 'type' | 'etag' | 'cacheControl' | 'bytes'> & Partial<Pick<ClientFile, 'br' | 'gzip'>>

export const sendFile = (c: Context, file: SentFile, headers: Record<string, string> = {}, status: 200 | 404 = 200) => {
  const all: Record<string, string> = { ...headers, etag: file.etag, 'cache-control': file.cacheControl }
  if (file.br || file.gzip)
    all['vary'] = ['accept-encoding', headers['vary']].filter((name) => name !== undefined).join(', ')
  if (status === 200 && hasAlready(c.req.header('if-none-match'), file.etag)) return c.body(null, 304, all)
  if (status === 200 && !file.br && !file.gzip) {
    all['accept-ranges'] = 'bytes'
    const range = askedRange(c, file)
    if (range === 'unsatisfiable') return c.body(null, 416, { ...all, 'content-range': `bytes */${file.bytes.length}` })
    if (range) return sendPart(c, file, all, range)
  }
  all['content-type'] = file.type
  const accepted = c.req.header('accept-encoding') ?? ''
  const [bytes, encoding] =
    file.br && /\bbr\b/.test(accepted)
      ? [file.br, 'br']
      : file.gzip && /\bgzip\b/.test(accepted)
        ? [file.gzip, 'gzip']
        : [file.bytes, null]
  if (encoding !== null) all['content-encoding'] = encoding
  // The line of the request in the log names it [OPS-13].
  all['content-length'] = String(bytes.length)
  return c.body(bytes, status, all)
}

/** Whether `If-None-Match` names the file: the client has these bytes already. */
export const hasAlready = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag.trim()) === opaque(etag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')

/** The positions of the first and the last byte. */
type Range = { first: number; last: number }

const sendPart = (c: Context, { bytes, type }: SentFile, headers: Record<string, string>, { first, last }: Range) =>
  c.body(bytes.slice(first, last + 1), 206, {
    ...headers,
    'content-type': type,
    'content-range': `bytes ${first}-${last}/${bytes.length}`,
  })

/**
 * RFC 9110 §14.2: a range is valid only for GET, and only if `If-Range` matches this file. An invalid range, or several
 * ranges, are ignored and answered with the whole file.
 */
const askedRange = (c: Context, { bytes, etag }: SentFile): Range | 'unsatisfiable' | null => {
  const asked = /^bytes=(\d*)-(\d*)$/i.exec((c.req.header('range') ?? '').replaceAll(/\s/g, ''))
  if (!asked || c.req.method !== 'GET' || !isSame(c.req.header('if-range'), etag)) return null
  const [, from = '', to = ''] = asked
  if (from === '' && to === '') return null
  const end = bytes.length - 1
  if (from === '')
    return to === '0' || end < 0 ? 'unsatisfiable' : { first: Math.max(0, bytes.length - Number(to)), last: end }
  const [first, last] = [Number(from), to === '' ? end : Math.min(Number(to), end)]
  if (to !== '' && Number(to) < first) return null
  return first > end ? 'unsatisfiable' : { first, last }
}

/** RFC 9110 §13.1.5: `If-Range` compares strongly, so a weak tag never matches. We send no dates, so a date never matches either. */
const isSame = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || (ifRange === etag && !etag.startsWith('W/'))
