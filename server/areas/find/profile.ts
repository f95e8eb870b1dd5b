/** One profile, limited to the data that the viewer may see. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Profile } from '#contract/entities/profile.ts'
import {
  MEMBERS_FACTS,
  OWNER_FACTS,
  SHOWN_FACTS,
  factsOf,
  noFacts,
  withoutFacts,
  type ShownFact,
} from '#contract/entities/profile-facts.ts'
import { withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import type { User } from '#contract/entities/user.ts'
import { mayWrite } from '#contract/rules/may-write.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import { isRefusal, refuse, type Refusal } from '../../http/reply.ts'
import { isFictionAnswered, isUnanswered } from '../fictional/responder-mode.ts'
import { userOf } from '../account/user-view.ts'
import { cardsOf } from './cards.ts'
import { viewerOf, type Asker, seenBy, statusShown } from './visibility.ts'
import type { Photo } from '#contract/entities/photo.ts'
import {
  lockOf,
  photoVisibilityOf,
  type ProfileRelation,
  type Viewer,
  type VisitorSearch,
} from '#contract/rules/visibility.ts'
import { photoOf } from '../site/photos.ts'
import type { PhotoRow } from './queries.ts'

type Details = Pick<Profile, 'about_me' | 'prompts' | ShownFact | 'interests'>

const NO_DETAILS: Details = { about_me: '', prompts: [], ...noFacts(SHOWN_FACTS), interests: [] }

/** @param search the site's setting for visitors */
export const viewProfile = async (
  { read, now, settings, env }: Pick<Deps, 'read' | 'now' | 'settings' | 'env'>,
  asker: Asker,
  id: number,
  search: VisitorSearch,
): Promise<CallAnswer<'members.get'> | Refusal> => {
  if (asker.id === id) return ownAsSeen(await userOf(read, id, now(), settings()))
  const viewer = viewerOf(asker, id, search)
  const relation = await read.find.relation(asker.id, id)
  const seen = seenBy(viewer, relation)
  if (isRefusal(seen)) return seen

  const { cdn_prefix, visible_profile_fields } = settings()
  const [card] = await cardsOf(read, [id], asker.id, now(), cdn_prefix)
  if (!card) return refuse('not_found')
  const fiction = { fictional: card.fictional, invisible: seen.relation.invisible }
  const may = mayWrite({
    ...seen.relation,
    isUnanswered: isUnanswered(fiction, isFictionAnswered({ settings, env })),
  })
  const rows = await read.find.photosOf(id)
  const photos = photosSeen(rows, seen.relation.mainPhoto, viewer, seen.relation, cdn_prefix)
  const shown = seen.isFull ? shownDetails(await detailsOf(read, id), visible_profile_fields) : NO_DETAILS
  const details = viewer.kind === 'visitor' ? withoutSensitive(shown) : shown
  return {
    profile: {
      ...card,
      status: statusShown(seen.relation.status),
      ...details,
      photos,
      photo_count: photos.length,
      liked: seen.relation.liked,
      likes_me: seen.relation.likesMe,
      blocked: seen.relation.blockedByMe,
      closed: may.allowed ? null : may.reason,
      talked: seen.relation.talked,
    },
  }
}

/** The own profile without private data such as the birth date. */
const ownAsSeen = (user: User | null): CallAnswer<'members.get'> | Refusal => {
  if (!user) return refuse('not_found')
  const { date_of_birth: _, city_id: _city, waiting: _waiting, ...profile } = user.profile
  return { profile: withoutFacts(OWNER_FACTS, profile) }
}

const detailsOf = async (queries: Pick<Queries, 'find'>, id: number): Promise<Details> => {
  const row = await queries.find.details(id)
  if (!row) return NO_DETAILS
  return { about_me: row.aboutMe, prompts: row.prompts, ...factsOf(SHOWN_FACTS, row), interests: row.interests }
}

/** Fields that the site does not show are empty, not missing [FIND-4]. */
const shownDetails = (details: Details, fields: readonly string[]): Details => {
  // The answers to prompts are the member's own words, like the text: one setting shows both.
  const isShown = (name: string): boolean => fields.includes(name === 'prompts' ? 'about_me' : name)
  const shown = Object.fromEntries(Object.entries(details).filter(([name]) => isShown(name)))
  return { ...NO_DETAILS, ...shown }
}

/** Members consented to show this data to other members, not to visitors or search engines [ACC-18]. */
const withoutSensitive = (details: Details): Details => ({
  ...details,
  ...noFacts(MEMBERS_FACTS),
  interests: withoutSensitiveInterests(details.interests),
})

/**
 * The photos for a viewer: each in full, locked, or left out [PROF-6].
 * @param rows all photos of the owner, in the owner's order
 */
const photosSeen = (
  rows: readonly PhotoRow[],
  main: number | null,
  viewer: Viewer,
  owner: ProfileRelation,
  cdnPrefix: string,
): Photo[] => {
  const ranks = ranksOf(rows, main)
  return rows.flatMap((row) => {
    const photo = { ...row, isMain: row.id === main, rank: ranks.get(row.id) ?? 0 }
    const seen = photoVisibilityOf(viewer, owner, photo)
    return seen === 'hidden' ? [] : [photoOf(row, cdnPrefix, lockOf(seen))]
  })
}

/** Ranks the main photo first, then the others. `photo-file-queries.ts` must count in the same order. */
const ranksOf = (rows: readonly PhotoRow[], main: number | null): Map<number, number> => {
  const counted = rows.filter((row) => row.status === 'active' && !row.private)
  const mainFirst = counted.toSorted((one, other) => Number(other.id === main) - Number(one.id === main))
  return new Map(mainFirst.map((row, rank) => [row.id, rank]))
}
