/** The operator's own check of profile photos (`docs/operations.md`) [GUARD-3]. */
import * as v from 'valibot'
import { PHOTO_REASONS } from '#contract/entities/photo.ts'
import type { Env } from '../env.ts'
import { operatorService, ServiceRefused, type ServiceOptions } from './operator-service.ts'
import { PHOTO_TYPE } from './file-store.ts'

const Verdict = v.variant('verdict', [
  v.object({ verdict: v.picklist(['approve', 'queue']) }),
  v.object({ verdict: v.literal('reject'), reason: v.picklist(PHOTO_REASONS) }),
])
/** `queue`: a person looks. */
export type PhotoCheckVerdict = v.InferOutput<typeof Verdict>

/** @param bytes the WebP of the size `card`, without metadata */
export type PhotoCheck = (photo: { id: number; bytes: Uint8Array }) => Promise<PhotoCheckVerdict>

/** @throws ServiceRefused if a repeat would change nothing; other errors are worth a retry */
const photoCheck = (options: ServiceOptions): PhotoCheck => {
  const ask = operatorService('The photo check', options)
  return async ({ id, bytes }) => {
    const answer = await ask({ key: `photo-${id}`, type: PHOTO_TYPE, body: new Uint8Array(bytes) })
    const parsed = v.safeParse(Verdict, answer)
    if (!parsed.success) throw new ServiceRefused('The photo check sent no verdict')
    return parsed.output
  }
}

export const hasPhotoCheck = ({ PHOTO_CHECK_URL }: Pick<Env, 'PHOTO_CHECK_URL'>): boolean =>
  PHOTO_CHECK_URL !== undefined

/** @returns null if the operator has connected no check */
export const openPhotoCheck = (
  { PHOTO_CHECK_URL: url, PHOTO_CHECK_SECRET: secret }: Pick<Env, 'PHOTO_CHECK_URL' | 'PHOTO_CHECK_SECRET'>,
  now: () => number,
): PhotoCheck | null => (url === undefined || secret === undefined ? null : photoCheck({ url, secret, now }))
