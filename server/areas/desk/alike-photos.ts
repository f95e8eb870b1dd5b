/** Photos of other accounts that look like a photo: the same content, or nearly the same picture by perceptual hash [DESK-5]. */
import type { AlikePhoto } from '#contract/desk/entities/photo.ts'
import { likenessOf } from '#contract/rules/photo-likeness.ts'
import type { Deps } from '../../deps.ts'
import { ALIKE_MAX } from './photo-queries.ts'

type Photo = { id: number; owner: number }

/** The most alike first. */
export const alikePhotos = async ({ read }: Pick<Deps, 'read'>, { id, owner }: Photo): Promise<AlikePhoto[]> => {
  const likeness = new Map((await read.hashes.alikeTo(id, owner)).map(({ photo, bits }) => [photo, likenessOf(bits)]))
  for (const same of await read.deskPhotos.sameContent(id, owner)) likeness.set(same, 100)
  return (await read.deskPhotos.named([...likeness.keys()]))
    .map((one) => ({ ...one, covered: Boolean(one.covered), likeness: likeness.get(one.id) ?? 0 }))
    .toSorted((one, other) => other.likeness - one.likeness || one.id - other.id)
    .slice(0, ALIKE_MAX)
}
