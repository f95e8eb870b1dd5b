/** What a list shows of someone: one shape for search, likes, chats, sync and push. */
import type { ProfileCard } from '#contract/entities/profile.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { ageOn, dateOf } from '#contract/rules/age.ts'
import type { Queries } from '../../db/queries.ts'
import { photoOf } from '../site/photos.ts'
import { cityName, regionName } from '../site/places.ts'
import type { CardRow, PhotoRow } from './queries.ts'

/**
 * @param viewer who will see them, 0 for a visitor
 * @param cdnPrefix of the site settings, stands before `match` of a photo
 * @returns a card for each id that exists, in the order of the ids
 */
export const cardsOf = async (
  queries: Pick<Queries, 'find'>,
  ids: readonly number[],
  viewer: number,
  now: number,
  cdnPrefix = '',
): Promise<ProfileCard[]> => {
  if (ids.length === 0) return []
  const rows = new Map((await queries.find.cards(ids)).map((row) => [row.id, row]))
  const today = dateOf(now)
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id)
    return row ? [cardFrom(row, viewer, today, cdnPrefix)] : []
  })
}

const cardFrom = (row: CardRow, viewer: number, today: string, cdnPrefix: string): ProfileCard => ({
  id: row.id,
  name: row.name,
  age: ageOn(row.birthDate, today),
  gender: row.gender,
  country: row.country,
  countryregion: row.region === '' ? null : row.region,
  region: regionName(row.region),
  city: cityName(row.city),
  main_image: row.photo && isShownTo(viewer, row.photo) ? photoOf(row.photo, cdnPrefix) : null,
  fictional: row.fictional,
  last_active: row.lastActive - (row.lastActive % MINUTE_MS),
  exists: row.status !== 'deleting' && row.status !== 'deleted',
  distance: null,
  reserved: false,
})

/** Others see what is active; the owner also sees what waits for review or was rejected [PROF-5]. */
export const isShownTo = (viewer: number, photo: PhotoRow): boolean =>
  photo.status === 'active' || photo.owner === viewer
