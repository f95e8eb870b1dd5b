/** The facts of a profile, in the order they are shown. */
import type { Interest, Profile } from '#contract/entities/profile.ts'
import { PHOTO_LOCKS, type Photo, type PhotoLock } from '#contract/entities/photo.ts'

/** The main photo first, each photo once. */
export const photosOf = (profile: Pick<Profile, 'main_image' | 'photos'>): Photo[] => {
  const { main_image: main } = profile
  const others = profile.photos.filter(({ id }) => id !== main?.id)
  return main ? [main, ...others] : others
}

/** The reasons for locked photos, with the number of each. */
export const locksOf = (photos: readonly Photo[]): { lock: PhotoLock; count: number }[] =>
  PHOTO_LOCKS.map((lock) => ({ lock, count: photos.filter((photo) => photo.lock === lock).length })).filter(
    ({ count }) => count > 0,
  )

/** Interests, with those shared with the viewer first. */
export const sharedFirst = (
  theirs: readonly Interest[],
  mine: readonly Interest[],
): { interest: Interest; shared: boolean }[] => {
  const own = new Set(mine)
  return theirs
    .map((interest) => ({ interest, shared: own.has(interest) }))
    .toSorted((one, other) => Number(other.shared) - Number(one.shared))
}

/** City and region; a city with the name of its region is named once. */
export const profilePlace = ({ city, region }: Pick<Profile, 'city' | 'region'>): string =>
  city === region ? city : `${city}, ${region}`
