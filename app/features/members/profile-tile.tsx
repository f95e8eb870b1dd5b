/** A tile that links to a page of ours instead of a member: it is labelled, and does not look like a portrait. */
import type { ProfileTile as Tile } from '#contract/rules/profile-tiles.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './members.module.css'

const LABELS: Record<Tile['kind'], TextKey> = { cam: 'tile.cam', resell: 'tile.resell' }

export const ProfileTile = ({ tile }: { tile: Tile }) => (
  // The target is not a screen of the app, so it needs a plain link.
  <a className={styles['tile']} href={tile.path}>
    <Icon name={tile.kind === 'cam' ? 'camera' : 'users'} />
    <span className="strong">{t(LABELS[tile.kind])}</span>
    <span className="small muted">{t('tile.text')}</span>
  </a>
)
