/** Asks a visitor to log in for something that members have, and brings them back to it afterwards. */
import { href } from '../../shell/routes.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { rememberPlace } from '../../state/return-place.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

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
