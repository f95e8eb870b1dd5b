/** §2 which tiles stand between the people of a search: none unless the site says so. */
import type { Settings } from '../entities/settings.ts'

export type ProfileTile = Settings['profile_tiles'][number]

/** After so many people, so that people come first. */
export const TILES_AFTER = 12

/** Those for other sites only where members may be told of them (`member_resell`). */
export const profileTiles = ({
  profile_tiles,
  member_resell,
}: Pick<Settings, 'profile_tiles' | 'member_resell'>): ProfileTile[] =>
  profile_tiles.filter(({ kind }) => kind === 'cam' || member_resell)
