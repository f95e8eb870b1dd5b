/** Dialogs that may open on any screen. Each is loaded when it opens. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { trackingAsked } from '../features/tracking/consent.ts'
import { entryWarned } from '../features/entry-warning/entry-warning-state.ts'
import { bonusOffered, installAsked } from '../state/open-dialogs.ts'
import { newLike, newMatch } from '../state/likes.ts'
import { loginPrompt } from '../state/login-prompt.ts'
import { isLoggedIn, sessionKnown } from '../state/session.ts'
import { Aside } from './error-boundary.tsx'
import { lazyPart } from './lazy-part.tsx'
import { logoutQuestion } from './logout.ts'
import { signupOpen } from './open-signup.tsx'
import { href } from './routes.ts'

const BonusDialog = lazyPart(() => import('../features/member-screens.ts').then((part) => part.BonusDialog))
const EntryWarning = lazyPart(
  () => import('../features/entry-warning/entry-warning.tsx').then((part) => part.EntryWarning),
  'first',
)
const InstallDialog = lazyPart(() => import('../features/member-screens.ts').then((part) => part.InstallDialog))
const LoginDialog = lazyPart(() => import('./login-dialog.tsx').then((part) => part.LoginDialog), 'first')
const LogoutDialog = lazyPart(() => import('../features/member-screens.ts').then((part) => part.LogoutDialog))
const NewLike = lazyPart(() => import('../features/member-screens.ts').then((part) => part.NewLike))
const SignupDialog = lazyPart(() => import('../features/visitor-screens.ts').then((part) => part.SignupDialog))

const TrackingQuestion = lazyPart(
  () => import('../features/tracking/tracking-question.tsx').then((part) => part.TrackingQuestion),
  'first',
)

/** Signup as a page, over which no dialog asks the same. */
const SIGNUP_PAGES: ReadonlySet<string> = new Set([href('signup'), href('complete-signup')])

export const Dialogs = ({ warns }: { /** Whether a visitor may see the entry warning here. */ warns: boolean }) => {
  useSignals()
  const [path] = useLocation()
  const signsUpInPage = SIGNUP_PAGES.has(path)
  const opensSignup = signupOpen.value && sessionKnown.value
  // A reload opens the dialog again, also where the page that it leads to is signup itself.
  useEffect(() => {
    if (signsUpInPage && opensSignup) signupOpen.value = false
  }, [signsUpInPage, opensSignup])
  return (
    <Aside place={path}>
      {opensSignup && !signsUpInPage ? <SignupDialog /> : null}
      {loginPrompt.value === null ? null : <LoginDialog reason={loginPrompt.value} />}
      {logoutQuestion.value === null ? null : <LogoutDialog unsent={logoutQuestion.value} />}
      {newMatch.value === null && newLike.value === null ? null : <NewLike />}
      {installAsked.value ? <InstallDialog /> : null}
      {bonusOffered.value ? <BonusDialog /> : null}
      {warns && entryWarned.value && !isLoggedIn.value ? <EntryWarning /> : null}
      {trackingAsked.value && !isLoggedIn.value ? <TrackingQuestion /> : null}
    </Aside>
  )
}
