/** The top bar. On a phone: logo, title and credits. From 992 px also: navigation, language menu and account menu. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { creditsBadge } from '#contract/rules/badge.ts'
import type { User } from '#contract/entities/user.ts'
import { offeredLocales } from '#contract/rules/offered-locales.ts'
import type { Locale } from '#contract/locales.ts'
import { t, locale } from '../state/i18n.ts'
import { isLoggedIn, isVisitor, user, switchLanguage } from '../state/session.ts'
import { isScreenReplaced } from '../state/page-title.ts'
import { siteName, settings } from '../state/site.ts'
import { LinkButton } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Mark } from '../ui/brand.tsx'
import { Icon } from '../ui/icon.tsx'
import { LowBalance } from '../ui/marks.tsx'
import { isInstalledApp } from '../ports/installation.ts'
import { askInstall } from '../state/open-dialogs.ts'
import { Menu } from '../ui/menu.tsx'
import { Avatar } from '../ui/photo.tsx'
import { browserLanguages } from '../ports/page.ts'
import { languageName } from '../state/format.ts'
import { Navigation } from './navigation.tsx'
import { homeOf, href, moneyRouteOf } from './routes.ts'
import { SCREENS, type RouteName } from './screens.ts'
import styles from './top-bar.module.css'
import { BackLink } from './back-link.tsx'
import { askLogout } from './logout.ts'

type Props = {
  route: RouteName | null
  title: string | null
  /** The lander layout: the logo alone, and the language. */
  logoOnly: boolean
}

export const TopBar = ({ route, title, logoOnly }: Props) => {
  useSignals()
  const me = logoOnly ? null : user.value
  return (
    <header className={styles['top']}>
      <div className={styles['inner']}>
        <LeaveScreen route={route} />
        <Link href={href(homeOf(isLoggedIn.value))} className={styles['brand']} aria-label={siteName()}>
          <Mark />
          <span className={styles['word']}>{siteName()}</span>
        </Link>
        {title === null ? (
          <span className={styles['spacer']} />
        ) : (
          // A state in place of the screen has a heading of its own.
          <h1 className={styles['title']} role={isScreenReplaced.value ? 'presentation' : undefined}>
            {title}
          </h1>
        )}
        {me ? <Navigation route={route} /> : null}
        <div className={styles['end']}>
          {me ? <Credits me={me} route={route} /> : null}
          <LanguageMenu className={me ? styles['desktop'] : undefined} />
          {me ? <AccountMenu me={me} /> : null}
          {!logoOnly && isVisitor.value ? (
            <LinkButton kind="second" small href={href('login')}>
              {t('shell.login')}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </header>
  )
}

/** The back link of the screens that have no bar of their own; in a large window, screens with a title show it beside that. */
const LeaveScreen = ({ route }: { route: RouteName | null }) => {
  if (route === null || !user.value || SCREENS[route].bare || SCREENS[route].ownBar) return null
  const { account = false, headed = false } = SCREENS[route]
  return <BackLink route={route} className={classes(styles['up'], (account || headed) && styles['besideTitle'])} />
}

/** Paying members see their credits, others a link to Premium; a badge shows when few credits are left [SHELL-8], [SHELL-9]. */
const Credits = ({ me, route }: { me: User; route: RouteName | null }) => {
  const to = moneyRouteOf(me)
  const tone = creditsBadge(me.credits)
  const balance = t('shell.balance', { count: me.credits })
  return (
    <Link href={href(to)} className={styles['credits']} aria-current={route === to ? 'page' : undefined}>
      <Icon name="coins" size={20} />
      {me.paid_user ? null : <span className={styles['premium']}>{t('shell.getPremium')}</span>}
      {tone === 'none' ? <span className="num">{balance}</span> : <LowBalance text={balance} tone={tone} />}
    </Link>
  )
}

/** My profile, Settings and Logout under the thumbnail [SHELL-10]; on a phone all three are on the Me screen. */
const AccountMenu = ({ me }: { me: User }) => (
  <Menu
    label={t('shell.account', { name: me.profile.name })}
    triggerClass={classes(styles['account'], styles['desktop'])}
    trigger={
      <>
        <Avatar image={me.profile.main_image} name={me.profile.name} size={40} />
        <Icon name="chevron-down" size={18} />
      </>
    }
    items={[
      { label: t('shell.myProfile'), icon: 'user', href: href('profile') },
      { label: t('shell.settings'), icon: 'settings', href: href('notifications') },
      ...(isInstalledApp() ? [] : [{ label: t('shell.installApp'), icon: 'download', onSelect: askInstall } as const]),
      { label: t('shell.logout'), icon: 'log-out', onSelect: askLogout },
    ]}
  />
)

/** The likely languages by their own names, and a link to all languages [SHELL-10], [SITE-4]. */
const LanguageMenu = ({ className }: { className?: string | undefined }) => {
  useSignals()
  return (
    <Menu
      label={t('shell.language')}
      triggerClass={classes(styles['language'], className)}
      trigger={
        <>
          <Icon name="globe" size={20} />
          <span>{locale.value.toUpperCase()}</span>
        </>
      }
      items={[
        ...likelyLocales().map((code) => ({
          label: languageName(code),
          lang: code,
          checked: code === locale.value,
          onSelect: () => void switchLanguage(code),
        })),
        { label: t('shell.allLanguages'), href: href('lang-config') },
      ]}
    />
  )
}

/** Before the settings arrive, as in prerendered markup, only the language on screen is known. */
const likelyLocales = (): Locale[] => {
  const site = settings.value
  if (site === null) return [locale.value]
  return offeredLocales({
    loggedIn: user.value !== null,
    detectedCountry: site.geoip_country,
    selectedCountry: site.geoip_selected_country,
    profileCountry: user.value?.profile.country ?? null,
    current: locale.value,
    browser: browserLanguages(),
    locales: site.locales,
  })
}
