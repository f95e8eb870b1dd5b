/** Signup on its own page, used on phones [SHELL-13]. Members are redirected to the remaining steps, or to search. */
import { Redirect } from 'wouter'
import type { User } from '#contract/entities/user.ts'
import { href } from '../../shell/routes.ts'
import { wasPushAsked } from './signup-storage.ts'
import { SignupFlow } from './signup-flow.tsx'
import styles from './signup.module.css'
import { resumeAt } from './steps.ts'

export const SignupScreen = ({ me }: { me: User | null }) => {
  if (me) return <Redirect to={href(resumeAt(me, wasPushAsked()) === null ? 'members' : 'complete-signup')} replace />
  return (
    <div className={styles['page']}>
      <SignupFlow me={null} />
    </div>
  )
}
