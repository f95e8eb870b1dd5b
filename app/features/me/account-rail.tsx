/** The places of *Me* beside each of them in a large window, where no tabs are: the current one is marked. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { askLogout } from '../../shell/logout.ts'
import { href, moneyRouteOf } from '../../shell/routes.ts'
import { SCREENS, type RouteName } from '../../shell/screens.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import styles from './account-rail.module.css'

type RailPlace = { route: RouteName; icon: IconName; label: TextKey }

const placesOf = (me: User): RailPlace[] => {
  const money = moneyRouteOf(me)
  return [
    { route: 'profile', icon: 'user', label: 'shell.myProfile' },
    { route: money, icon: money === 'credits' ? 'coins' : 'crown', label: `title.${money}` },
    { route: 'transactions', icon: 'card', label: 'title.transactions' },
    { route: 'notifications', icon: 'settings', label: 'shell.settings' },
    { route: 'notifications-blocked', icon: 'ban', label: 'title.blocked' },
    { route: 'notifications-device', icon: 'smartphone', label: 'title.storage' },
    { route: 'pages-safety', icon: 'shield', label: 'footer.safety' },
  ]
}

/** The place that contains the screen: the screen itself, or the nearest of its parents that has a row. */
const currentOf = (places: readonly RailPlace[], route: RouteName): RouteName | undefined => {
  // The routes `settings` and `notifications` show the same screen.
  const here: RouteName | undefined = route === 'settings' ? 'notifications' : route
  if (places.some((place) => place.route === here)) return here
  const { parent } = SCREENS[here]
  return parent === undefined || parent === 'profile' ? undefined : currentOf(places, parent)
}

export const AccountRail = ({ me, route }: { me: User; route: RouteName }) => {
  useSignals()
  const places = placesOf(me)
  const current = currentOf(places, route)
  return (
    <nav className={styles['rail']} aria-label={t('shell.account', { name: me.profile.name })}>
      {places.map(({ route: to, icon, label }) => (
        <Link
          key={to}
          href={href(to)}
          className={styles['place']}
          aria-current={to === current ? (to === route ? 'page' : 'true') : undefined}
        >
          <Icon name={icon} size={20} />
          <span className="grow">{t(label)}</span>
          {to === 'credits' ? <span className="num muted">{me.credits}</span> : null}
        </Link>
      ))}
      <button type="button" className={styles['place']} onClick={askLogout}>
        <Icon name="log-out" size={20} />
        <span className="grow">{t('shell.logout')}</span>
      </button>
    </nav>
  )
}
