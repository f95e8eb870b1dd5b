/** The two pages of signup: before the account, and the steps after it. */
import { Redirect } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { wasPushAsked } from './signup-storage.ts'
import { SignupFlow } from './signup-flow.tsx'
import styles from './signup.module.css'
import { resumeAt } from './steps.ts'
import { useState } from 'react'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'

/** Signup on its own page, used on phones [SHELL-13]. Members are redirected to the remaining steps, or to search. */
export const SignupScreen = ({ me }: { me: User | null }) => {
  if (me) return <Redirect to={href(resumeAt(me, wasPushAsked()) === null ? 'members' : 'complete-signup')} replace />
  return (
    <div className={styles['page']}>
      <SignupFlow me={null} />
    </div>
  )
}

/** The parameter of the link from the first people to the rest of the profile. */
const SAYS_MORE = 'more'

export const sayMorePath = (): string => `${href('complete-signup')}?${SAYS_MORE}`

/** The steps after the account, from the one reached, and the completion [ACC-1]. With nothing left it redirects to search. */
export const CompleteSignupScreen = ({ me }: { me: User }) => {
  usePageTitle(t('title.signup'))
  // Decided once at the start: a member who confirms while this screen is open must see the message, not a redirect.
  const [saysMore] = useState(() => new URLSearchParams(location.search).has(SAYS_MORE))
  const [isLeft] = useState(() => saysMore || resumeAt(me, wasPushAsked()) !== null)
  if (!isLeft) return <Redirect to={href('members')} replace />
  return (
    <div className={styles['page']}>
      <SignupFlow me={me} saysMore={saysMore} />
    </div>
  )
}
