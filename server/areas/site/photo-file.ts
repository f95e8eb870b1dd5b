/** GET /photos/:id/:size: a photo's file, for who may see it [PROF-5], [CHAT-9]. */
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { PHOTO_SIZES } from '#contract/entities/photo.ts'
import { IdText } from '#contract/fields.ts'
import { PHOTO_TYPE } from '../../adapters/photo-store.ts'
import type { Deps } from '../../deps.ts'
import { callerOf } from '../../http/caller.ts'
import { fileHeaders } from '../../http/security-headers.ts'
import { sendFile } from '../../http/send-file.ts'

const Params = v.object({ id: IdText, size: v.picklist(PHOTO_SIZES) })

/** A year, for this member's device alone: another member may not be allowed to see it. */
const CACHE_CONTROL = 'private, max-age=31536000, immutable'

export const mountPhotos = (app: Hono, deps: Deps): void => {
  const headers = fileHeaders(deps.env.PUBLIC_URL?.startsWith('https:') ?? false)

  app.get('/photos/:id/:size', async (c) => {
    const params = v.safeParse(Params, c.req.param())
    if (!params.success) return missing(c)
    const { id, size } = params.output
    const caller = await callerOf(c, deps)
    const photo = await deps.read.site.photoFor(id, caller?.id ?? 0)
    const bytes = photo ? await deps.photos.read(photo.hash, size) : null
    if (!photo || !bytes) return missing(c)
    const file = { type: PHOTO_TYPE, bytes: new Uint8Array(bytes), etag: `"${photo.hash}-${size}"` }
    return sendFile(c, { ...file, cacheControl: CACHE_CONTROL }, headers)
  })
}

const missing = (c: Context): Response => c.text('Not found', 404, { 'cache-control': 'no-store' })
