import { loginPrompt, type LoginReason } from '../state/login-prompt.ts'
import { t } from '../state/i18n.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { href } from './routes.ts'

/** What only members can do, with the way in [LIKE-8], [CHAT-13]. */
export const LoginDialog = ({ reason }: { reason: LoginReason }) => (
  <Dialog
    title={t(reason === 'like' ? 'login.toLike' : 'login.toChat')}
    onClose={close}
    actions={
      <>
        <LinkButton href={href('signup')} onClick={close}>
          {t('index.signup')}
        </LinkButton>
        <LinkButton kind="second" href={href('login')} onClick={close}>
          {t('shell.login')}
        </LinkButton>
      </>
    }
  >
    <p className="muted">{t('login.whyJoin')}</p>
  </Dialog>
)

const close = (): void => {
  loginPrompt.value = null
}
