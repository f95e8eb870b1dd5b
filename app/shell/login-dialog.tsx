import { forgetReturn, loginPrompt, type LoginReason } from '../state/login-prompt.ts'
import { t, type TextKey } from '../state/i18n.ts'
import { LinkButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { href } from './routes.ts'
import { SignupLink } from './open-signup.tsx'

/** §8 login-required messages: to chat, see more photos, like, send a gift. */
const TITLES: Record<LoginReason, TextKey> = {
  like: 'login.toLike',
  chat: 'login.toChat',
  photos: 'login.toPhotos',
  gift: 'login.toGift',
}

/** Asks a visitor to log in or sign up for a members' action, and brings them back afterwards [LIKE-8], [CHAT-13]. */
export const LoginDialog = ({ reason }: { reason: LoginReason }) => (
  <Dialog
    title={t(TITLES[reason])}
    onClose={() => {
      close()
      forgetReturn()
    }}
    actions={
      <>
        <SignupLink onClick={close}>{t('index.signup')}</SignupLink>
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
