import { useSignals } from '@preact/signals-react/runtime'
import { Link, useLocation } from 'wouter'
import { classes } from '../../ui/classes.ts'
import { SCREENS, maySee } from '../screens.ts'
import { self } from '../session.ts'
import { t, type DeskTextKey } from '../texts.ts'
import { DeskIcon, type DeskIconName } from '../ui/desk-icon.tsx'
import { dueSoon } from './counts.ts'
import styles from './frame.module.css'
import { isUnder } from './rail.tsx'

/** The tabs of a phone by the names of their screens. All other screens are on the page "More". */
const TABS: readonly { name: string; icon: DeskIconName; label: DeskTextKey }[] = [
  { name: 'queue', icon: 'inbox', label: 'tab.queue' },
  { name: 'photos', icon: 'image', label: 'tab.photos' },
  { name: 'members', icon: 'search', label: 'tab.find' },
  { name: 'more', icon: 'menu', label: 'tab.more' },
]

export const Tabs = () => {
  useSignals()
  const [path] = useLocation()
  const role = self.value?.role
  const tabs = TABS.flatMap((tab) => {
    const screen = SCREENS.find(({ name }) => name === tab.name)
    return screen && role !== undefined && maySee(screen, role) ? [{ ...tab, path: screen.path }] : []
  })
  return (
    <nav className={styles['tabs']} aria-label={t('frame.tabs')}>
      {tabs.map(({ name, icon, label, path: to }) => {
        const isHere = isUnder(path, to)
        const soon = name === 'queue' ? dueSoon.value : 0
        return (
          <Link
            key={name}
            href={to}
            className={classes(isHere && styles['on'])}
            aria-current={isHere ? 'page' : undefined}
          >
            <DeskIcon name={icon} size={24} />
            {t(label)}
            {soon > 0 ? (
              <span className={styles['badge']}>
                <span aria-hidden="true">{soon}</span>
                <span className="vh">{t('tab.dueSoon', { count: soon })}</span>
              </span>
            ) : null}
          </Link>
        )
      })}
    </nav>
  )
}
