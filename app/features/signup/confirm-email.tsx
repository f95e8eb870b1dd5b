import { href } from '../../shell/routes.ts'
import { useActivationMail } from '../../shell/activation-note.tsx'
import { t } from '../../state/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** The last step: the link in the mail. One can look around meanwhile [ACC-6]. */
export const ConfirmEmail = ({ email }: { email: string }) => {
  const { busy, words, send } = useActivationMail()
  return (
    <EmptyState level={1} title={t('activation.title')} text={t('activation.text', { email })}>
      <LinkButton href={href('members')}>{t('activation.lookAround')}</LinkButton>
      <Button kind="quiet" disabled={busy} onClick={() => void send()}>
        {t('activation.again')}
      </Button>
      <p role="status" className="small">
        {words.text}
      </p>
    </EmptyState>
  )
}
