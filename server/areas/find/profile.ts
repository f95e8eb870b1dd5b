/** One profile in full, as a viewer sees it. */
import type { CallAnswer } from '#contract/calls.ts'
import type { Profile } from '#contract/entities/profile.ts'
import type { User } from '#contract/entities/user.ts'
import { mayWrite } from '#contract/rules/may-write.ts'
import { isSearchOpen } from '#contract/rules/search-open.ts'
import type { Queries } from '../../db/queries.ts'
import type { Deps } from '../../deps.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { userOf } from '../account/user-view.ts'
import { photoOf } from '../site/photos.ts'
import { cardsOf, isShownTo } from './cards.ts'
import { visibilityOf } from './visibility.ts'

type Details = Pick<
  Profile,
  'about_me' | 'sexuality' | 'hair_colour' | 'eye_colour' | 'body_type' | 'relationship_status' | 'interests'
>

const NO_DETAILS: Details = {
  about_me: '',
  sexuality: null,
  hair_colour: null,
  eye_colour: null,
  body_type: null,
  relationship_status: null,
  interests: [],
}

/** @param viewer 0 for a visitor */
export const viewProfile = async (
  { read, now, settings }: Pick<Deps, 'read' | 'now' | 'settings'>,
  viewer: number,
  id: number,
): Promise<CallAnswer<'members.get'> | Refusal> => {
  if (!isSearchOpen(settings(), viewer !== 0, false)) return refuse('search_closed')
  if (viewer === id) return ownAsSeen(await userOf(read, id, now(), settings()))
  const relation = await read.find.relation(viewer, id)
  if (!relation) return refuse('not_found')
  const visibility = visibilityOf(relation)
  if (visibility === 'not_found') return refuse('not_found')
  if (visibility === 'blocked') return refuse('blocked', { name: relation.name })

  const [card] = await cardsOf(read, [id], viewer, now(), settings().cdn_prefix)
  if (!card) return refuse('not_found')
  const may = mayWrite(relation)
  const photos = await photosFor(read, id, viewer, settings().cdn_prefix)
  return {
    profile: {
      ...card,
      ...shownDetails(await detailsOf(read, id), settings().visible_profile_fields),
      photos,
      photo_count: photos.length,
      liked: relation.liked,
      likes_me: relation.likesMe,
      blocked: relation.blockedByMe,
      closed: may.allowed ? null : may.reason,
    },
  }
}

/** The member's own profile without what only they see: the birth date above all. */
const ownAsSeen = (user: User | null): CallAnswer<'members.get'> | Refusal => {
  if (!user) return refuse('not_found')
  const { date_of_birth: _, looking_for: _looks, city_id: _city, waiting: _waiting, ...profile } = user.profile
  return { profile }
}

const photosFor = async (queries: Pick<Queries, 'find'>, owner: number, viewer: number, cdnPrefix: string) =>
  (await queries.find.photosOf(owner))
    .filter((photo) => isShownTo(viewer, photo))
    .map((photo) => photoOf(photo, cdnPrefix))

const detailsOf = async (queries: Pick<Queries, 'find'>, id: number): Promise<Details> => {
  const row = await queries.find.details(id)
  if (!row) return NO_DETAILS
  return {
    about_me: row.aboutMe,
    sexuality: row.sexuality,
    hair_colour: row.hairColour,
    eye_colour: row.eyeColour,
    body_type: row.bodyType,
    relationship_status: row.relationshipStatus,
    interests: row.interests,
  }
}

/** What the site does not show is empty, not missing [FIND-4]. */
const shownDetails = (details: Details, fields: readonly string[]): Details => {
  const shown = Object.fromEntries(Object.entries(details).filter(([name]) => fields.includes(name)))
  return { ...NO_DETAILS, ...shown }
}
