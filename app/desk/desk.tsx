/** The desk: the login, or the frame with the screen of the address. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { Router } from 'wouter'
import { Frame } from './frame/frame.tsx'
import { openLive } from './live.ts'
import { LoginScreen } from './screens/login/login-screen.tsx'
import { NOT_ME_PATH, NotMeScreen } from './screens/login/not-me-screen.tsx'
import { self, session } from './session.ts'
import { language } from './texts.ts'

const DESK_BASE = '/desk'

export const Desk = () => {
  useSignals()
  // A new language draws everything again.
  void language.value
  // The link of a mail works without a login, and beside an open session.
  if (location.pathname === `${DESK_BASE}${NOT_ME_PATH}`) return <NotMeScreen />
  return <Router base={DESK_BASE}>{session.value.state === 'in' ? <EnteredDesk /> : <LoginScreen />}</Router>
}

const EnteredDesk = () => {
  useSignals()
  const person = self.value?.id
  useEffect(() => (person === undefined ? undefined : openLive()), [person])
  return <Frame />
}
