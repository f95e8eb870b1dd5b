/** Stores the perceptual hash of a new photo, and flags it if another account has nearly the same one [GUARD-3]. */
import { isTelling, type PhotoBands } from '#contract/rules/photo-likeness.ts'
import type { Tx } from '../../deps.ts'

/** Enough for a person to compare. */
const SHOWN = 10

type New = { photo: number; owner: number; bands: PhotoBands }

export const flagAlike = async (
  tx: Pick<Tx, 'hashes' | 'flags' | 'deskChanged'>,
  { photo, owner, bands }: New,
  at: number,
): Promise<void> => {
  if (!isTelling(bands)) return
  const alike = await tx.hashes.alike(bands, owner)
  await tx.hashes.addHash(photo, bands)
  const [nearest] = alike
  if (!nearest) return
  const facts = { alike: alike.slice(0, SHOWN).map((one) => one.photo), bits: nearest.bits }
  await tx.flags.addFlag({ member: owner, kind: 'photo', severity: 'harm', photo, facts }, at)
  tx.deskChanged('queue')
}
