/** Joining, on one page. Members who come here see how far they are, or go on to search [SHELL-13]. */
import { useSignals } from '@preact/signals-react/runtime'
import { Link, Redirect } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import styles from '../../ui/entry-form.module.css'
import { SignupForm } from './signup-form.tsx'

export const SignupScreen = ({ me }: { me: User | null }) => {
  useSignals()
  if (me)
    return me.status === 'not_confirmed' ? <ConfirmEmail email={me.email} /> : <Redirect to={href('members')} replace />
  if (settings.value?.signups === 'none')
    return (
      <EmptyState level={1} title={t('error.signups_closed')}>
        <LinkButton href={href('members')}>{t('index.lookAround')}</LinkButton>
      </EmptyState>
    )
  return (
    <div className={styles['screen']}>
      <header>
        <h1>{t('signup.title')}</h1>
        <p className="muted">{t('signup.lead')}</p>
      </header>
      <SignupForm />
      <p className={styles['other']}>
        {t('signup.haveAccount')} <Link href={href('login')}>{t('shell.login')}</Link>
      </p>
    </div>
  )
}
