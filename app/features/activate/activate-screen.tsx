/** Where the link of the activation mail leads: it worked, or it did not and a new one can be sent [ACC-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { useActivationMail } from '../../shell/activation-note.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { isLoggedIn, refreshSession } from '../../state/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

export const ActivateScreen = ({ done }: { done: boolean }) => {
  useSignals()
  const title = t(done ? 'activation.done' : 'activation.failed')
  usePageTitle(title)
  useEffect(() => {
    // The account has changed behind the app's back.
    if (done) void refreshSession()
  }, [done])
  return done ? <Done title={title} /> : <Failed title={title} />
}

const Done = ({ title }: { title: string }) => (
  <EmptyState level={1} title={title} text={t('activation.doneText')}>
    <LinkButton href={href(isLoggedIn.value ? 'members' : 'login')}>
      {isLoggedIn.value ? t('likes.findPeople') : t('shell.login')}
    </LinkButton>
  </EmptyState>
)

const Failed = ({ title }: { title: string }) => {
  useSignals()
  const { busy, words, send } = useActivationMail()
  return (
    <EmptyState level={1} title={title} text={t('error.link_invalid')}>
      {isLoggedIn.value ? (
        <Button disabled={busy} onClick={() => void send()}>
          {t('activation.again')}
        </Button>
      ) : (
        <LinkButton href={href('login')}>{t('shell.login')}</LinkButton>
      )}
      <p role="status" className="small">
        {words.text}
      </p>
    </EmptyState>
  )
}
