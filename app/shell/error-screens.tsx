import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { reloadNewest } from '../ports/service-worker.ts'
import { connection } from '../state/connection.ts'
import { t } from '../state/i18n.ts'
import { usePageTitle } from '../state/page-title.ts'
import { isLoggedIn } from '../state/session.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { homeOf, href } from './routes.ts'
import { SignupLink } from './open-signup.tsx'
import { rememberPlace } from '../state/login-prompt.ts'

/** A member's home is the search [SHELL-7]. */
const HomeLink = ({ kind = 'primary' }: { kind?: 'primary' | 'quiet' }) => {
  useSignals()
  return (
    <LinkButton kind={kind} href={href(homeOf(isLoggedIn.value))}>
      {isLoggedIn.value ? t('shell.backToSearch') : t('shell.goHome')}
    </LinkButton>
  )
}

/** The screen for an unknown path, or one whose parameters do not validate [SHELL-4]. */
export const NotFoundScreen = () => {
  useSignals()
  usePageTitle(t('error.not_found'))
  return (
    <EmptyState level={1} code="404" title={t('error.not_found')} text={t('shell.notFoundText')}>
      <HomeLink />
    </EmptyState>
  )
}

/** The screen crashed [SHELL-5]; without a network, its code is not on this device [PWA-1]. */
export const FailedScreen = () => {
  useSignals()
  const { online } = connection.value
  // Once set, the state stays: the text must not change when the network returns.
  const [away, setAway] = useState(!online)
  if (!online && !away) setAway(true)
  const title = t(away ? 'shell.awayTitle' : 'error.server_error')
  usePageTitle(title)
  return (
    <EmptyState
      level={1}
      {...(away ? {} : { code: '500' })}
      title={title}
      text={t(away ? 'shell.awayText' : 'shell.failedText')}
    >
      <Button onClick={reloadNewest}>{t('ui.tryAgain')}</Button>
      <HomeLink kind="quiet" />
    </EmptyState>
  )
}

/** Asks a visitor to log in on a screen for members, and brings them back to it afterwards. */
export const MembersOnlyScreen = () => (
  <LoginFirst level={1} title={t('shell.membersOnlyTitle')} text={t('shell.membersOnlyText')} />
)

/** Asks a visitor to log in for something that members have, and brings them back to it afterwards. */
export const LoginFirst = ({ title, text, level }: { title: string; text: string; level?: 1 | 2 }) => (
  <EmptyState title={title} text={text} {...(level && { level })}>
    <LinkButton href={href('login')} onClick={rememberPlace}>
      {t('shell.login')}
    </LinkButton>
    <SignupLink kind="quiet" onClick={rememberPlace}>
      {t('index.signup')}
    </SignupLink>
  </EmptyState>
)
