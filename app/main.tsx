/** The entry: the language and the first screen's part are fetched side by side, then the app stands. */
import './ui/tokens.css'
import './ui/base.css'
import { effect } from '@preact/signals-react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { watchCalls } from './ports/api.ts'
import { showBadge, showTitle } from './ports/badge.ts'
import { atMost } from './ports/clock.ts'
import { openNews } from './ports/device-news.ts'
import { whenIdle } from './ports/idle.ts'
import { keepInstallPrompt } from './ports/install-prompt.ts'
import { wasMemberHere } from './ports/member-here.ts'
import { startWatchingLeaving } from './ports/page-hidden.ts'
import { watchPage } from './ports/page.ts'
import { beginWorker, controlled, listenToWorker } from './ports/service-worker.ts'
import { App } from './shell/app.tsx'
import { forgetPlaces, watchScrolling } from './shell/arrival.ts'
import { fetchScreen } from './shell/screen.tsx'
import { ABOUT, placeOf, type Place } from './shell/screens.ts'
import { noteOutcome } from './state/connection.ts'
import { locale, showFirstLocale } from './state/i18n.ts'
import { fullTitle, unseen } from './state/page-title.ts'
import { askAhead } from './state/resource.ts'
import { loseSession, onMemberLeft, startSession, whenSessionKnown } from './state/session.ts'
import { startSite } from './state/site.ts'

keepInstallPrompt()
watchPage()
startWatchingLeaving()
listenToWorker((path) => navigate(path))
watchCalls((outcome) => {
  noteOutcome(outcome)
  // ACC-14: not from user itself, which answers a visitor too.
  if (outcome.error === 'authentication_required' && !outcome.name.startsWith('user.')) loseSession()
})
onMemberLeft(forgetPlaces)
// Before anything is asked: who hears them comes later.
const news = openNews()

const startTheRest = (): void => {
  startSite()
  beginWorker()
  // What it brings would stand in the way of the first screen.
  whenIdle(() => void import('./start-later.ts').then(({ startLater }) => startLater(news)))
}

/** What this device holds is here in a moment; what takes longer is not waited for. */
const DEVICE_MS = 400

/** What the first screen shows of this device: its part, and on a member's screen who they are. */
const onDevice = ({ route }: Place, part: Promise<unknown>): Promise<unknown> =>
  Promise.all([
    part,
    ABOUT[route].member && whenSessionKnown(),
    // The list that a member opens most. A visitor would be refused it.
    route === 'chats' && wasMemberHere() && askAhead('chats.get', {}),
  ])

/** React found other markup than it would make (an extension changed the page) and has made it anew: nothing is lost. */
const rebuilt = (): void => {}

const root = document.querySelector<HTMLElement>('#root')
const prerendered = root?.dataset['prerendered']
const place = placeOf(location.pathname)
const part = place && fetchScreen(place.route)
// Markup that is taken over was made for nobody: who is there is asked once it stands.
if (prerendered === undefined) startSession()
// It can be read already: nothing waits for what the worker fetches.
else beginWorker()
const held = place && part && controlled.peek() && prerendered === undefined ? onDevice(place, part) : null
await showFirstLocale()
// Without a worker a skeleton says at once what comes; with one all of it comes at once.
if (held) await atMost(DEVICE_MS, held)
effect(() => showTitle(fullTitle.value))
effect(() => showBadge(unseen.value))
watchScrolling()
// The front page comes with its markup (`prerender.tsx`), in the language the server chose: the app takes it over as it is.
if (root && prerendered === locale.peek())
  hydrateRoot(root, <App onShown={startTheRest} />, { onRecoverableError: rebuilt })
else if (root) createRoot(root).render(<App onShown={startTheRest} />)
if (prerendered !== undefined) startSession()
