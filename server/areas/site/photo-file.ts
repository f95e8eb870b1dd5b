/** GET /photos/:id/:size: the file of a profile or message photo, in the sizes that the viewer may load [PROF-6]. */
import * as v from 'valibot'
import { createHmac } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { PHOTO_SIZES, type PhotoSize } from '#contract/entities/photo.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { IdText } from '#contract/fields.ts'
import { mayNotAct } from '#contract/rules/may-act.ts'
import { lockOf, photoVisibilityOf, visitorSearch } from '#contract/rules/visibility.ts'
import { PHOTO_TYPE } from '../../adapters/file-store.ts'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { callerOf, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { fileHeaders } from '../../http/security-headers.ts'
import { hasAlready, sendFile } from '../../http/send-file.ts'
import { siteOf } from '../../http/site.ts'
import { hasTrafficSource } from '../../http/traffic-source.ts'
import { shownSince } from '../chat/chat-view.ts'
import { viewerOf, VISITOR } from '../find/visibility.ts'
import { isHttps } from '../../http/session-cookie.ts'

const Params = v.object({ id: IdText, size: v.picklist(PHOTO_SIZES) })
/** `m` and a message id. Only the two members of its conversation see it, so there is no blurred size. */
const MessageParams = v.object({
  id: v.pipe(
    v.string(),
    v.startsWith('m'),
    v.transform((id) => id.slice(1)),
    IdText,
  ),
  size: v.picklist(['full', 'card', 'thumb']),
})

/**
 * Cached only on the device and revalidated at every use, because the right to see a photo ends with a logout or a block.
 * A 304 needs no read of the file, and the worker has its own photo cache, so lists do not wait [PWA-11], [CHAT-9].
 */
const CACHE_CONTROL = 'private, no-cache'

/** The internal location of nginx that fetches from the bucket. */
const PROXY_FILES = '/visavis-files'

export const mountPhotos = (app: Hono, deps: Deps): void => {
  const headers = { ...fileHeaders(isHttps(deps.env)), 'accept-ranges': 'bytes' }

  app.get('/photos/:id/:size', async (c) => {
    const site = siteOf(c, deps)
    const profile = v.safeParse(Params, c.req.param())
    const message = v.safeParse(MessageParams, c.req.param())
    if (profile.success) {
      const { id, size } = profile.output
      return answer(c, await profileFile(c, site, id), size)
    }
    if (!message.success) return missing(c)
    return answer(c, await messageFile(c, site, message.output.id), message.output.size)
  })

  const answer = async (c: Context, seen: SeenFile | null, size: PhotoSize): Promise<Response> => {
    if (seen === null) return missing(c)
    const { hash, isLocked, limit } = seen
    if (isLocked && size !== 'blur') return refused(c, refuse('photo_locked'))
    const etag = `"${validatorOf(hash, c.req.path)}"`
    if (hasAlready(c.req.header('if-none-match'), etag))
      return c.body(null, 304, { ...headers, etag, 'cache-control': CACHE_CONTROL })
    const limited = limit && (await deps.bus.use(limit.rate, limit.who))
    if (limited) return refused(c, limited)
    const path = deps.env.FILES_BY_PROXY === 'yes' ? await deps.photos.pathForProxy(hash, size) : null
    if (path !== null) {
      const redirect = { 'x-accel-redirect': `${PROXY_FILES}${path}`, 'content-type': PHOTO_TYPE }
      return c.body(null, 200, { ...headers, ...redirect, etag, 'cache-control': CACHE_CONTROL })
    }
    const bytes = await deps.photos.read(hash, size)
    if (!bytes) return missing(c)
    const file = { type: PHOTO_TYPE, bytes: new Uint8Array(bytes), etag }
    return partOf(c, file, headers) ?? sendFile(c, { ...file, cacheControl: CACHE_CONTROL }, headers)
  }
}

/**
 * Two older photos may share one file. With its key as ETag, the accounts that uploaded the same picture could be linked.
 * An HMAC of the photo's path, keyed with it, reveals nothing about other photos.
 */
const validatorOf = (hash: string, path: string): string => createHmac('sha256', hash).update(path).digest('base64url')

/** A file that the viewer may load; while it is locked, in its blurred size alone. */
type SeenFile = {
  hash: string
  isLocked: boolean
  /** The limit that it counts in; null for the member's own photos and those of their chats. */
  limit: { rate: 'photo' | 'visitor_photo'; who: string | number } | null
}

const profileFile = async (c: Context, deps: Deps, id: number): Promise<SeenFile | null> => {
  const caller = await callerOf(c, deps)
  const asker = caller ?? VISITOR
  const row = await deps.read.site.photoFor(id, asker.id)
  if (!row || (row.owner !== asker.id && isShutOut(caller, deps))) return null
  const viewer = viewerOf(asker, row.owner, visitorSearch(deps.settings(), hasTrafficSource(c)))
  const seen = photoVisibilityOf(viewer, row.relation, row.photo)
  if (seen === 'hidden') return null
  return { hash: row.hash, isLocked: lockOf(seen) !== null, limit: limitOf(c, deps, caller, row.owner) }
}

const limitOf = (c: Context, deps: Deps, caller: Caller | null, owner: number): SeenFile['limit'] => {
  if (caller === null) return { rate: 'visitor_photo', who: addressOf(c, deps.env) }
  return caller.id === owner ? null : { rate: 'photo', who: caller.id }
}

/** A member can load a message photo as long as they can see the message [CHAT-8], [CHAT-10]. */
const messageFile = async (c: Context, deps: Deps, message: number): Promise<SeenFile | null> => {
  const asker = await callerOf(c, deps)
  const row = asker && !isShutOut(asker, deps) && (await deps.read.site.messagePhotoFor(message, asker.id))
  return row && row.sentAt >= shownSince(deps) ? { hash: row.hash, isLocked: false, limit: null } : null
}

/** Whether a suspension keeps the member from the site. Their own photos remain, like their own profile [DESK-7]. */
const isShutOut = (caller: Caller | null, { now }: Deps): boolean =>
  caller !== null && mayNotAct(caller, 'use', now()) !== null

type File = { type: string; bytes: Uint8Array<ArrayBuffer>; etag: string }

/** The requested part of the file, or null if the whole file was requested. */
const partOf = (c: Context, { type, bytes, etag }: File, headers: Record<string, string>): Response | null => {
  if (c.req.header('if-none-match') !== undefined) return null
  const length = bytes.byteLength
  const range = byteRangeOf(c.req.header('range'), c.req.header('if-range'), etag, length)
  if (range === 'whole') return null
  if (range === 'unsatisfiable')
    return c.body(null, 416, { 'content-range': `bytes */${length}`, 'cache-control': 'no-store' })
  return c.body(bytes.slice(range.from, range.to + 1), 206, {
    ...headers,
    etag,
    'cache-control': CACHE_CONTROL,
    'content-type': type,
    'content-range': `bytes ${range.from}-${range.to}/${length}`,
  })
}

const missing = (c: Context): Response => c.text('Not found', 404, { 'cache-control': 'no-store' })

const refused = (c: Context, { body }: Refusal): Response => {
  c.header('cache-control', 'no-store')
  if (body.retry_after !== undefined) c.header('retry-after', String(body.retry_after))
  return c.json(body, ERROR_STATUS[body.error])
}

/** The byte range that a request asks for (RFC 9110 §14). */
type ByteRange = 'whole' | 'unsatisfiable' | { from: number; to: number }

/**
 * @param range the `Range` header with one range; several may be answered with the whole file
 * @param ifRange the `If-Range` header; for other content the range is ignored
 * @returns `to` is the last byte, included
 */
export const byteRangeOf = (
  range: string | undefined,
  ifRange: string | undefined,
  etag: string,
  length: number,
): ByteRange => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (ifRange !== undefined && ifRange !== etag) return 'whole'
  if (first === '') {
    // A suffix range: the last bytes of the file.
    const count = Math.min(Number(last), length)
    return count === 0 ? 'unsatisfiable' : { from: length - count, to: length - 1 }
  }
  const from = Number(first)
  const to = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (last !== '' && Number(last) < from) return 'whole'
  return from < length ? { from, to } : 'unsatisfiable'
}
