/** Perceptual hashes of photos: near-identical ones are found over all accounts by index alone [GUARD-3]. */
import { eq, sql } from 'drizzle-orm'
import { BAND_PAIRS, bitsBetween, nearPairs, SAME_PHOTO_BITS, type PhotoBands } from '#contract/rules/photo-likeness.ts'
import type { Db } from '../../db/database.ts'
import { pairOfBands, photoHashes, photos } from '../../db/schema/photos.ts'
import { idsIn } from '../../db/lists.ts'
import { value } from '../../db/prepared.ts'

const { band0, band1, band2, band3 } = photoHashes
const COLUMNS = { photo: photoHashes.photo, band0, band1, band2, band3 }

export const hashQueries = (db: Db) => {
  const near = BAND_PAIRS.map((pair) => ({
    pair,
    query: db
      .select(COLUMNS)
      .from(photoHashes)
      .where(sql`${pairOfBands(photoHashes, pair)} in ${idsIn(value('values'))}`)
      .prepare(),
  }))
  const byPhoto = db
    .select(COLUMNS)
    .from(photoHashes)
    .where(eq(photoHashes.photo, value('photo')))
    .prepare()
  const ownerOf = db
    .select({ owner: photos.owner })
    .from(photos)
    .where(eq(photos.id, value('photo')))
    .prepare()

  const alike = async (bands: PhotoBands, owner: number): Promise<{ photo: number; bits: number }[]> => {
    const found = new Map<number, number>()
    for (const { pair, query } of near) {
      const [one, other] = pair
      for (const row of await query.all({ values: JSON.stringify(nearPairs(bands[one], bands[other])) })) {
        const bits = bitsBetween(bands, [row.band0, row.band1, row.band2, row.band3])
        if (bits <= SAME_PHOTO_BITS) found.set(row.photo, bits)
      }
    }
    const others = []
    for (const [photo, bits] of found)
      if (((await ownerOf.get({ photo }))?.owner ?? owner) !== owner) others.push({ photo, bits })
    return others.toSorted((one, other) => one.bits - other.bits || one.photo - other.photo)
  }

  return {
    addHash: async (photo: number, [one, two, three, four]: PhotoBands): Promise<void> => {
      await db.insert(photoHashes).values({ photo, band0: one, band1: two, band2: three, band3: four }).run()
    },
    /** Photos of other accounts that are nearly identical, the most alike first. */
    alike,
    /** The same for a stored photo; a photo without a hash has none. */
    alikeTo: async (photo: number, owner: number): Promise<{ photo: number; bits: number }[]> => {
      const row = await byPhoto.get({ photo })
      return row ? await alike([row.band0, row.band1, row.band2, row.band3], owner) : []
    },
  }
}
