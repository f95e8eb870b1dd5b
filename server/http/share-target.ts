/**
 * What another app shares with the installed one is for its worker [PWA-9]. Where no worker takes it, it ends here, and the
 * screen says so: nothing of it is kept or looked at, so it may come from anywhere [SAFE-4].
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

/** A browser that is still sending does not hear an answer. */
const readAway = async (body: ReadableStream<Uint8Array> | null): Promise<void> => {
  let size = 0
  try {
    for await (const piece of body ?? []) {
      size += piece.byteLength
      if (size > BYTES_MAX) return
    }
  } catch {
    // It broke off: nobody waits for the answer.
  }
}
