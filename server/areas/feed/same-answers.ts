/** Compares the answers that members get from two databases of a site, for a move from one to the other. */
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import type { Deps } from '../../deps.ts'
import type { Queries } from '../../db/queries.ts'
import { listChats } from '../chat/list-chats.ts'
import { syncFeed } from './sync.ts'

/** @returns the members whose answers differ in any byte */
export const differingAnswers = async (
  one: Queries,
  other: Queries,
  members: readonly number[],
  given: Pick<Deps, 'env' | 'now'>,
): Promise<number[]> => {
  const differing: number[] = []
  for (const member of members) {
    const [first, second] = [await answersFrom(one, member, given), await answersFrom(other, member, given)]
    if (first !== second) differing.push(member)
  }
  return differing
}

/** The first answer for a new device, the chats that fill it, and the first change that the feed still has. */
const answersFrom = async (read: Queries, member: number, given: Pick<Deps, 'env' | 'now'>): Promise<string> => {
  const deps = { ...given, read, settings: () => DEFAULT_SITE_SETTINGS, write: refuseToWrite }
  const floor = (await read.feed.state(member))?.floor ?? 0
  return JSON.stringify([
    await syncFeed(deps, member, 0),
    floor === 0 ? null : await read.feed.changesAfter(member, floor, 100),
    await listChats(deps, member),
  ])
}

const refuseToWrite = (): never => {
  throw new Error('A comparison writes nothing')
}
