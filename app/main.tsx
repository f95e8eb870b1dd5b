/** The app's entry: it fetches the language and the first screen's code in parallel, then renders. */
import './begin-worker.ts'
import { placeOf, type Place } from '#contract/screen-paths.ts'
import './ui/tokens.css'
import './ui/base.css'
import { effect } from '@preact/signals-react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { watchCalls } from './ports/api.ts'
import { showBadge, showTitle, watchPage, watchStyles } from './ports/page.ts'
import { atMost } from './ports/clock.ts'
import { forgetEarlyText, holdEarlyField, takeTap } from './ports/early-input.ts'
import { closeOnBack } from './ports/history.ts'
import { openNews } from './ports/device-news.ts'
import { whenIdle } from './ports/idle.ts'
import { captureInstallPrompt } from './ports/installation.ts'
import { isLeaving, startReportingHidden, watchLeaving } from './ports/leaving.ts'
import { beginWorker, controlled, listenToWorker } from './ports/service-worker.ts'
import { App } from './shell/app.tsx'
import { Router } from 'wouter'
import { aroundNav, watchMoves } from './shell/screen-motion.ts'
import { forgetScrollPositions, watchScrolling } from './shell/arrival.ts'
import { logCaught } from './shell/error-boundary.tsx'
import { prefetchData, fetchScreen } from './shell/screen.tsx'
import { SCREENS } from './shell/screens.ts'
import { noteOutcome } from './state/connection.ts'
import { locale, showFirstLocale } from './state/i18n.ts'
import { fullTitle, unseenCount } from './state/page-title.ts'
import { prefetch } from './state/resource.ts'
import { recheckSession, onMemberLeft, onTabForgotten, startSession, whenSessionKnown } from './state/session.ts'
import { startSite } from './state/site.ts'

captureInstallPrompt()
watchPage()
watchStyles()
watchLeaving()
holdEarlyField()
startReportingHidden()
listenToWorker((path) => navigate(path))
watchCalls((outcome) => {
  if (outcome.reached || !isLeaving()) noteOutcome(outcome)
  // ACC-14: `user` calls are excluded, because they answer visitors too.
  if (outcome.error === 'authentication_required' && !outcome.name.startsWith('user.')) recheckSession()
})
onMemberLeft(forgetScrollPositions)
onTabForgotten(forgetScrollPositions)
onMemberLeft(forgetEarlyText)
// Open this channel before the first request. The listener subscribes later.
const news = openNews()

/** Opens the screen of a link that the member has tapped before the app could answer. @returns whether there was one */
const openTapped = (): boolean => {
  const path = takeTap()
  if (path !== null) navigate(path)
  return path !== null
}

const startRemainingWork = (): void => {
  // Until now a tap could still hit the stored markup. `data-offline` stays: without it the markup would have lost its line, and moved.
  if (root) delete root.dataset['snapshot']
  openTapped()
  startSite()
  beginWorker()
  // This code would delay the first screen.
  whenIdle(() => void import('./deferred-start.ts').then(({ startDeferred }) => startDeferred(news)))
}

/** Wait at most this long for data that the device has cached. */
const DEVICE_MS = 400

/** The markup of the last visit is on the screen meanwhile [PWA-17], so show nothing less. */
const SNAPSHOT_MS = 3_000

/**
 * Wait at most this long for the code of a prerendered screen. An update of what React has not hydrated yet makes it
 * discard the server's HTML, and the page jumps.
 */
const PRERENDERED_MS = 3_000

/**
 * Loads what the first screen needs side by side: its code, its data, the site's settings, and the session for a member's screen. The
 * screen itself would request one after the other, which takes a round trip each on a first visit.
 */
const loadFirst = (place: Place): Promise<unknown> =>
  Promise.all([
    fetchScreen(place.route),
    SCREENS[place.route].access === 'member' && whenSessionKnown(),
    prefetchData(place),
    prefetch('settings.get', {}),
  ]).catch(askAgain)

/** The screen repeats a request that failed, and shows the error if that fails, too. */
const askAgain = (): void => {}

/** React found markup that an extension had changed, and rendered the page again. Nothing is lost. */
const rebuilt = (): void => {}

const root = document.querySelector<HTMLElement>('#root')
const prerendered = root?.dataset['prerendered']
const hasTapped = openTapped()
const place = placeOf(location.pathname)
const part = place && fetchScreen(place.route)
// Prerendered HTML is for a visitor. Ask for the session after hydration.
if (prerendered === undefined) startSession()
const loading = place && prerendered === undefined ? loadFirst(place) : null
await showFirstLocale()
// Without a worker, show a skeleton at once. With a worker, wait briefly and show everything together.
const showsPlace = root?.dataset['snapshot'] !== undefined && !hasTapped
if (loading && controlled.peek()) await atMost(showsPlace ? SNAPSHOT_MS : DEVICE_MS, loading)
const tapped = openTapped() ? placeOf(location.pathname) : null
if (tapped) await atMost(DEVICE_MS, loadFirst(tapped))
if (part && prerendered === locale.peek()) await atMost(PRERENDERED_MS, part)
effect(() => showTitle(fullTitle.value))
effect(() => showBadge(unseenCount.value))
watchScrolling()
closeOnBack()
watchMoves()
const app = (
  <Router aroundNav={aroundNav}>
    <App onShown={startRemainingWork} />
  </Router>
)
// A prerendered page (`prerender.tsx`) is in the language that the server chose, so hydrate it as it is.
if (root && prerendered === locale.peek())
  hydrateRoot(root, app, { onRecoverableError: rebuilt, onCaughtError: logCaught })
else if (root) createRoot(root, { onCaughtError: logCaught }).render(app)
if (prerendered !== undefined) startSession()
