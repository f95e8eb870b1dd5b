/** After every change of photos: picks a valid main photo and notifies everyone affected. */
import type { Tx } from '../../deps.ts'
import { announce, announceCard, announceStatus } from '../feed/announce.ts'

type Needs = Pick<Tx, 'photos' | 'feed' | 'chat' | 'likes' | 'jobs' | 'changed' | 'jobWaits'>

/**
 * Runs a change of one member's photos. Afterwards the main photo is one that others may see: the wanted one, otherwise
 * the current one, otherwise the first visible one, otherwise none [PROF-5].
 * @param change returns the wanted main photo, or undefined
 */
export const changePhotos = async (
  tx: Needs,
  owner: number,
  at: number,
  change: () => Promise<number | undefined>,
): Promise<void> => {
  const before = await shownOf(tx, owner)
  const wanted = await change()
  const shown = await tx.photos.shownOf(owner)
  const main = [wanted, before.main].find((id) => id !== undefined && shown.includes(id ?? 0)) ?? shown[0] ?? null
  if (main !== before.main) {
    await tx.photos.setMain(owner, main)
    // The member's cards in chats and likes contain the main photo.
    return announceStatus(tx, owner, at)
  }
  await announce(tx, owner, 'user', 0)
  if (shown.join() !== before.shown.join()) await announceCard(tx, owner, at)
}

const shownOf = async (tx: Needs, owner: number): Promise<{ main: number | null; shown: number[] }> => ({
  main: await tx.photos.mainOf(owner),
  shown: await tx.photos.shownOf(owner),
})
