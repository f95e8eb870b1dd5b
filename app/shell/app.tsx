/** The whole app: finds the screen of the address and renders it in the frame. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, type ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { User } from '#contract/entities/user.ts'
import { placeOf, type Place } from '#contract/screen-paths.ts'
import { useLikeTimer } from '../features/likes/like-timer.ts'
import { online } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { useRouteTitle } from '../state/page-title.ts'
import { forgetReturn, placeToReturn } from '../state/login-prompt.ts'
import { isLoggedIn, isSessionUnsure, sessionKnown, user } from '../state/session.ts'
import { settings } from '../state/site.ts'
import { Mark } from '../ui/brand.tsx'
import { ScreenSkeleton } from '../ui/skeleton.tsx'
import { useArrival } from './arrival.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { FailedScreen, MembersOnlyScreen, NotFoundScreen } from './error-screens.tsx'
import { href } from './routes.ts'
import { Screen } from './screen.tsx'
import { SCREENS, type RouteName } from './screens.ts'
import { Shell } from './shell.tsx'
import styles from './shell.module.css'
import bar from './top-bar.module.css'

export const App = ({ onShown }: { onShown: () => void }) => {
  // Reading the language here renders everything below again when it changes.
  useSignals()
  useEffect(onShown, [onShown])
  const [path] = useLocation()
  const search = useSearch()
  const place = placeOf(path)
  const route = place?.route ?? null
  // The payment method is a choice on one screen, so another one moves neither the focus nor the page.
  useArrival(route === 'credits-id-paymentmethod' ? href(route, { id: place?.params['id'] ?? '' }) : path, search)
  useLikeTimer(search)
  const { bar, tab = bar } = titleOf(route, user.value)
  const title = bar === undefined ? null : t(bar)
  const own = route === 'index' ? settings.value?.index_title : undefined
  useRouteTitle(own || (tab === undefined ? null : t(tab)))
  return (
    <ErrorBoundary place={path} instead={<FrameFailed />}>
      <Shell route={route} title={title}>
        {/* The key retries a failed screen when the network returns [PWA-1]. It holds nothing else: rendering again before a part
            has loaded makes React discard the prerendered markup [SITE-14]. */}
        <ErrorBoundary place={`${path} ${online.value}`} instead={<FailedScreen />}>
          <Suspense fallback={<ScreenSkeleton />}>
            {place === null ? <NotFoundScreen /> : <PlaceScreen place={place} />}
          </Suspense>
        </ErrorBoundary>
      </Shell>
    </ErrorBoundary>
  )
}

const titleOf = (route: RouteName | null, me: User | null) => {
  if (route === null) return {}
  const { title } = SCREENS[route]
  return title.memberOnly && me === null ? {} : title
}

/** Shown if the frame itself crashed: the error page without bars. */
const FrameFailed = () => (
  <main id="main" tabIndex={-1}>
    <FailedScreen />
  </main>
)

/** Redirects members away from screens for visitors, and asks visitors to log in on screens for members. */
const PlaceScreen = ({ place }: { place: Place }) => {
  useSignals()
  const search = useSearch()
  const cameFrom = useHistoryState<unknown>()
  const me = user.value
  const { access } = SCREENS[place.route]
  // §2: this parameter leads a member to the unfinished signup, and a visitor to the login.
  if (asksCompletion(search) && sessionKnown.value)
    return <Redirect to={href(me ? 'complete-signup' : 'login')} replace />
  if (!me && sessionKnown.value && cameFrom === LOGIN_LEFT) return <Redirect to={href('login')} replace />
  if (me && access === 'visitor') return <Onward me={me} from={place.route} />
  if (access === 'member' && !me) return sessionKnown.value ? <MembersOnlyScreen /> : <ScreenSkeleton />
  // The key discards the visitor's state of a screen at login.
  return <Screen key={isLoggedIn.value ? 'member' : 'visitor'} place={place} me={me} />
}

/** The state of a history entry: the device took its reader for a member and left the login. It returns there if the session has ended. */
const LOGIN_LEFT = 'login-left'

const asksCompletion = (search: string): boolean => new URLSearchParams(search).has('api_signup_complete')

/**
 * Redirects a new member to the place they had as a visitor, else to search [SHELL-14]. A login with an unfinished signup
 * continues that signup [ACC-1].
 */
const Onward = ({ me, from }: { me: User; from: RouteName }) => {
  const [, navigate] = useLocation()
  const unfinished = from === 'login' && me.status === 'not_confirmed' && me.settings.signup_step !== null
  useEffect(() => {
    const place = unfinished ? href('complete-signup') : (placeToReturn() ?? href('members'))
    if (!unfinished) forgetReturn()
    // The front page is for visitors, so it is no place to return to.
    const to = place === href('index') ? href('members') : place
    navigate(to, { replace: true, state: from === 'login' && isSessionUnsure() ? LOGIN_LEFT : null })
  }, [navigate, unfinished, from])
  return <ScreenSkeleton />
}

/**
 * The first paint of a document without markup of its own: the bar and a loading screen, until the app renders.
 * @param late shown after a while: the browser runs no scripts, or they did not come
 */
export const StartFrame = ({ late }: { late: ReactNode }) => (
  <div className={styles['app']}>
    <div className={bar['top']}>
      <div className={bar['inner']}>
        <span className={bar['brand']}>
          <Mark />
        </span>
      </div>
    </div>
    <div className={styles['main']}>
      <ScreenSkeleton />
    </div>
    <p className={styles['late']}>{late}</p>
  </div>
)
