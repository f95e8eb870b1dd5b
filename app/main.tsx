/** The entry: the language and the first screen's part are fetched side by side, then the app stands. */
import './ui/tokens.css'
import './ui/base.css'
import { effect } from '@preact/signals-react'
import { createRoot } from 'react-dom/client'
import { navigate } from 'wouter/use-browser-location'
import { watchCalls } from './ports/api.ts'
import { showBadge, showTitle } from './ports/badge.ts'
import { watchPage } from './ports/page.ts'
import { listenToWorker, registerWorker } from './ports/service-worker.ts'
import { App } from './shell/app.tsx'
import { watchScrolling } from './shell/arrival.ts'
import { noteOutcome } from './state/connection.ts'
import { startFreshness } from './state/freshness.ts'
import { firstLocale, showLocale } from './state/i18n.ts'
import { startLikes } from './state/likes.ts'
import { fullTitle, unseen } from './state/page-title.ts'
import { loseSession, onMemberLeft, startSession } from './state/session.ts'
import { startSite } from './state/site.ts'

watchPage()
listenToWorker((path) => navigate(path))
watchCalls((outcome) => {
  noteOutcome(outcome)
  // ACC-14: not from user itself, which answers a visitor too.
  if (outcome.error === 'authentication_required' && !outcome.name.startsWith('user.')) loseSession()
})
startSession()
onMemberLeft((member) => {
  void import('./features/chats/forget-drafts.ts').then(({ forgetDrafts }) => forgetDrafts(member))
})

/** Once the first screen stands: what it does not need to stand. */
const startTheRest = (): void => {
  startSite()
  startLikes()
  startFreshness()
  void registerWorker()
}

await showLocale(firstLocale())
effect(() => showTitle(fullTitle.value))
effect(() => showBadge(unseen.value))
watchScrolling()
const root = document.querySelector('#root')
if (root) createRoot(root).render(<App onShown={startTheRest} />)
