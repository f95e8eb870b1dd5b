/** The login link for visitors with an account; the login form gets the address typed here. */
import { Link } from 'wouter'
import { href } from '../../shell/routes.ts'
import { signupOpen } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import styles from './signup.module.css'

export const LoginLine = ({ email }: { email: string }) => (
  <p className={styles['other']}>
    {t('signup.haveAccount')} <LoginLink email={email} />
  </p>
)

export const LoginLink = ({ email }: { email: string }) => (
  <Link
    href={href('login')}
    onClick={() => {
      typedEmail.value = email
      signupOpen.value = false
    }}
  >
    {t('shell.login')}
  </Link>
)
