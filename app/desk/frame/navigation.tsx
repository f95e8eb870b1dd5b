import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { Fragment, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { Mark } from '../../ui/brand.tsx'
import { classes } from '../../ui/classes.ts'
import { timeText } from '../format.ts'
import { DESK_SCREENS, homeOf, maySee, SCREENS, type ScreenName } from '../screens.ts'
import { self, session } from '../session.ts'
import { numberText, siteName, t, tCode, type DeskTextKey } from '../texts.ts'
import { DeskIcon, type DeskIconName } from '../ui/desk-icon.tsx'
import { StaffSquare } from '../ui/parts.tsx'
import { useCall } from '../use-call.ts'
import styles from './navigation.module.css'

const SECTIONS = [1, 2, 3] as const

/** The navigation at the side: the screens of a role in three groups, and the person at the desk. */
export const Rail = () => {
  useSignals()
  const [path] = useLocation()
  const { value } = session
  if (value.state !== 'in') return null
  const { staff, expires_at } = value
  const visibleScreens = SCREENS.filter((screen) => screen.rail !== undefined && maySee(screen, staff.role))
  const groups = SECTIONS.map((section) => visibleScreens.filter(({ rail }) => rail?.section === section)).filter(
    (group) => group.length > 0,
  )
  return (
    <nav className={styles['rail']} aria-label={t('frame.desk')}>
      <Link href={homeOf(staff.role)} className={styles['brand']}>
        <Mark size={26} />
        <span className={styles['word']}>{siteName()}</span>
        <small>{t('frame.desk')}</small>
      </Link>
      {groups.map((group, index) => (
        <Fragment key={group[0]?.name}>
          {index > 0 ? <span className={styles['separator']} /> : null}
          {group.map(({ name, path: to, title, rail }) => {
            const isHere = isUnder(path, to)
            const count = railCounts.value[name as ScreenName]
            return (
              <Link
                key={name}
                href={to}
                className={classes(styles['go'], isHere && styles['on'])}
                aria-current={isHere ? 'page' : undefined}
              >
                {rail ? <DeskIcon name={rail.icon} /> : null}
                {t(title)}
                {count === undefined || count === 0 ? null : (
                  <span className={styles['count']}>{numberText(count)}</span>
                )}
              </Link>
            )
          })}
        </Fragment>
      ))}
      <Link href="/more" className={styles['me']} aria-current={path === '/more' ? 'page' : undefined}>
        <StaffSquare name={staff.name} large />
        <span>
          <b>{staff.name}</b>
          <br />
          <span className="muted">
            {t('frame.until', { role: tCode('role', staff.role), time: timeText(expires_at) })}
          </span>
        </span>
      </Link>
    </nav>
  )
}

/** Whether a path is a screen or a page below it. Cases have a path of their own and belong to the queue. */
const isUnder = (path: string, screen: string): boolean =>
  [screen, ...(screen === DESK_SCREENS.queue.path ? ['/cases'] : [])].some(
    (place) => path === place || path.startsWith(`${place}/`),
  )

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

const railCounts = signal<Partial<Record<ScreenName, number>>>({})

/** The number of items that are due within one hour: the only number on a tab of the phone. */
const dueSoon = signal(0)

const TOPICS = ['queue', 'claim', 'photos']

/** Reads the counts now and after each hint. */
export const useCounts = (): void => {
  const { data } = useCall('queue.counts', {}, TOPICS)
  useEffect(() => {
    if (data === null) return
    railCounts.value = { queue: data.all, photos: data.kinds.photo }
    dueSoon.value = data.severities.grave
  }, [data])
}
