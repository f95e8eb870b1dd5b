/** §2 Decides which tiles show between the profiles of a search: none unless the site configures some. */
import type { Settings } from '../entities/settings.ts'

export type ProfileTile = Settings['profile_tiles'][number]

/** Tiles show after this many profiles, so that people come first. */
export const TILES_AFTER = 12

/** Leaves out tiles for other sites unless `member_resell` allows them. */
export const profileTiles = ({
  profile_tiles,
  member_resell,
}: Pick<Settings, 'profile_tiles' | 'member_resell'>): ProfileTile[] =>
  profile_tiles.filter(({ kind }) => kind === 'cam' || member_resell)
