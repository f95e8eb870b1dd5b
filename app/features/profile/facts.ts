/** What a profile says, in the order it is shown. */
import type { Interest, Profile } from '#contract/entities/profile.ts'
import type { Photo } from '#contract/entities/photo.ts'

/** The main photo first, each once. */
export const photosOf = (profile: Pick<Profile, 'main_image' | 'photos'>): Photo[] => {
  const { main_image: main } = profile
  const others = profile.photos.filter(({ id }) => id !== main?.id)
  return main ? [main, ...others] : others
}

/** Interests, those in common with the viewer first. */
export const sharedFirst = (
  theirs: readonly Interest[],
  mine: readonly Interest[],
): { interest: Interest; shared: boolean }[] => {
  const own = new Set(mine)
  return theirs
    .map((interest) => ({ interest, shared: own.has(interest) }))
    .toSorted((one, other) => Number(other.shared) - Number(one.shared))
}

/** City and region, each once: some cities are their region. */
export const placeOf = ({ city, region }: Pick<Profile, 'city' | 'region'>): string =>
  city === region ? city : `${city}, ${region}`
