/**
 * The service worker handles content shared from other apps [PWA-9]. A share that no worker handles arrives here and is
 * dropped, and the screen says so. Its content is neither stored nor read, so it may come from any site [SAFE-4].
 */
import type { Hono } from 'hono'
import { SHARE_PATH } from '#contract/device.ts'
import { PHOTO_BYTES_MAX, SHARED_MAX } from '#contract/limits.ts'

const BYTES_MAX = (SHARED_MAX + 1) * PHOTO_BYTES_MAX

export const mountShareTarget = (app: Hono): void => {
  app.post(SHARE_PATH, async (c) => {
    await readAway(c.req.raw.body)
    return c.body(null, 303, { location: `${SHARE_PATH}?lost=1`, 'cache-control': 'no-store' })
  })
}

/** Reads the body to its end, since a browser that is still sending ignores an answer. */
const readAway = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  let size = 0
  try {
    for await (const piece of body ?? []) {
      size += piece.byteLength
      if (size > BYTES_MAX) return
    }
  } catch {
    // The upload was aborted: nobody waits for the answer.
  }
}
