/** A page of ours that is not about a person: it says so, and looks like no portrait. */
import type { ProfileTile as Tile } from '#contract/rules/profile-tiles.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './members.module.css'

const LABELS: Record<Tile['kind'], TextKey> = { cam: 'tile.cam', resell: 'tile.resell' }

export const ProfileTile = ({ tile }: { tile: Tile }) => (
  // No screen of the app: the browser goes there itself.
  <a className={styles['tile']} href={tile.path}>
    <Icon name={tile.kind === 'cam' ? 'camera' : 'users'} />
    <span className="strong">{t(LABELS[tile.kind])}</span>
    <span className="small muted">{t('tile.text')}</span>
  </a>
)
