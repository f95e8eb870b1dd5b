/** Refuses a file here if the server would refuse its type or size, before it takes up space [PROF-3]. */
import { callOf, type CallName } from '#contract/calls.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { Upload } from '../outbox/enqueue.ts'

export const refusalOfUpload = (name: CallName, { bytes, type }: Upload): ErrorBody | null => {
  const { upload } = callOf(name)
  if (!upload) return null
  if (!upload.types.includes(type)) return { error: 'photo_type' }
  if (bytes.byteLength > upload.bytesMax) return { error: 'photo_too_large' }
  return bytes.byteLength === 0 ? { error: 'photo_broken' } : null
}
