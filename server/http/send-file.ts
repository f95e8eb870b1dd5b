/** Answers with a file: the smallest encoding the client takes, or 304 where it has the file already. */
import type { Context } from 'hono'
import type { ClientFile } from './client-files.ts'

type Sent = Pick<ClientFile, 'type' | 'etag' | 'cacheControl' | 'bytes'> & Partial<Pick<ClientFile, 'br' | 'gzip'>>

export const sendFile = (c: Context, file: Sent, headers: Record<string, string> = {}, status: 200 | 404 = 200) => {
  const all: Record<string, string> = { ...headers, etag: file.etag, 'cache-control': file.cacheControl }
  if (file.br || file.gzip) all['vary'] = 'accept-encoding'
  if (status === 200 && hasAlready(c.req.header('if-none-match'), file.etag)) return c.body(null, 304, all)
  all['content-type'] = file.type
  const accepted = c.req.header('accept-encoding') ?? ''
  if (file.br && /\bbr\b/.test(accepted)) return c.body(file.br, status, { ...all, 'content-encoding': 'br' })
  if (file.gzip && /\bgzip\b/.test(accepted)) return c.body(file.gzip, status, { ...all, 'content-encoding': 'gzip' })
  return c.body(file.bytes, status, all)
}

const hasAlready = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => opaque(tag.trim()) === opaque(etag))

const opaque = (tag: string): string => tag.replace(/^W\//, '')
