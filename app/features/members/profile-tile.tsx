/** A tile that links to a page of ours instead of a member: it is labelled, and does not look like a portrait. */
import type { ProfileTile as Tile } from '#contract/rules/profile-tiles.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './members.module.css'

const LABELS: Record<Tile['kind'], TextKey> = { cam: 'tile.cam', resell: 'tile.resell' }
const BADGES: Record<NonNullable<Tile['badge']>, TextKey> = { live: 'tile.live', exclusive: 'tile.exclusive' }

export const ProfileTile = ({ tile: { kind, path, badge } }: { tile: Tile }) => (
  // The target is not a screen of the app, so it needs a plain link.
  <a className={styles['tile']} href={path}>
    {badge ? <span className={classes(styles['badge'], styles[badge])}>{t(BADGES[badge])}</span> : null}
    <Icon name={kind === 'cam' ? 'camera' : 'users'} />
    <span className="strong">{t(LABELS[kind])}</span>
    <span className="small muted">{t('tile.text')}</span>
  </a>
)
