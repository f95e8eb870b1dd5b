/** The card of a profile in lists: one shape for search, likes, chats, sync and push, limited to the viewer's rights. */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { ageOn } from '#contract/rules/age.ts'
import { todayIn } from '#contract/rules/local-day.ts'
import { lockOf, photoVisibilityOf, visibilityOf, type Visibility, type Viewer } from '#contract/rules/visibility.ts'
import type { Queries } from '../../db/queries.ts'
import { photoOf } from '../site/photos.ts'
import { cityName, regionName, distanceBetween } from '../site/places.ts'
import type { CardRow } from './queries.ts'
import { VISITOR, viewerOf } from './visibility.ts'

/**
 * @param viewer the member who gets the cards; 0 for a visitor, on a site that shows profiles to visitors
 * @param cdnPrefix the site setting that prefixes `match` of a photo
 * @returns a card for each id that this viewer may see, in the order of the ids
 */
export const cardsOf = async (
  queries: Pick<Queries, 'find'>,
  ids: readonly number[],
  viewer: number,
  now: number,
  cdnPrefix = '',
): Promise<ProfileCard[]> => {
  if (ids.length === 0) return []
  return cardsFrom(await queries.find.cards(ids, viewer), ids, viewer, now, cdnPrefix)
}

/** The same for rows that were already read for this viewer. */
export const cardsFrom = (
  found: readonly CardRow[],
  ids: readonly number[],
  viewer: number,
  now: number,
  cdnPrefix: string,
): ProfileCard[] => {
  const rows = new Map(found.map((row) => [row.id, row]))
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    // The main photo has rank 0, so whether the viewer pays makes no difference to a card.
    const asking = viewerOf({ ...VISITOR, id: viewer }, id, 'all')
    const visibility = visibilityOf(asking, row.relation)
    return visibility === 'not_found' || visibility === 'closed'
      ? []
      : [cardFrom(row, asking, visibility, now, cdnPrefix)]
  })
}

const cardFrom = (
  row: CardRow,
  viewer: Viewer,
  visibility: Visibility,
  now: number,
  cdnPrefix: string,
): ProfileCard => {
  const isFull = visibility === 'full'
  return {
    id: row.id,
    name: row.name,
    age: ageOn(row.birthDate, todayIn(row.country, now)),
    // A reserved profile shows only name, age and a blurred main photo [PROF-11], [CHAT-9].
    gender: isFull ? row.gender : null,
    country: isFull ? row.country : null,
    countryregion: isFull && row.region !== '' ? row.region : null,
    region: isFull ? regionName(row.region) : '',
    city: isFull ? cityName(row.city) : '',
    main_image: mainImage(row, viewer, cdnPrefix),
    fictional: row.fictional,
    last_active: isFull ? row.lastActive - (row.lastActive % MINUTE_MS) : 0,
    exists: row.relation.status !== 'deleting' && row.relation.status !== 'deleted',
    distance: isFull && viewer.kind === 'member' ? distanceBetween(row.viewerCity ?? '', row.city) : null,
    reserved: !isFull,
  }
}

const mainImage = ({ photo, relation }: CardRow, viewer: Viewer, cdnPrefix: string): ProfileCard['main_image'] => {
  if (!photo) return null
  const photoVisibility = photoVisibilityOf(viewer, relation, { ...photo, isMain: true, rank: 0 })
  return photoVisibility === 'hidden' ? null : photoOf(photo, cdnPrefix, lockOf(photoVisibility))
}

/** No list starts with fiction: on a page the real people come first [FIND-9]. */
export const fictionLast = <Card extends { fictional: boolean }>(cards: readonly Card[]): Card[] =>
  cards.toSorted((one, other) => Number(one.fictional) - Number(other.fictional))
