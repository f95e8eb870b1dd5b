/** The steps after the account, from the one reached, and the completion [ACC-1]. Nothing is left to do: search. */
import { useState } from 'react'
import { Redirect } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { wasPushAsked } from './kept.ts'
import { SignupFlow } from './signup-flow.tsx'
import styles from './signup.module.css'
import { resumeAt } from './steps.ts'

export const CompleteSignupScreen = ({ me }: { me: User }) => {
  usePageTitle(t('title.signup'))
  // Asked on coming here: whoever is confirmed meanwhile is told so, not sent away.
  const [isLeft] = useState(() => resumeAt(me, wasPushAsked()) !== null)
  if (!isLeft) return <Redirect to={href('members')} replace />
  return (
    <div className={styles['page']}>
      <SignupFlow me={me} />
    </div>
  )
}
