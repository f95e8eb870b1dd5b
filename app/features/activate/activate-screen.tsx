/**
 * The screen that the link of the activation mail opens: the link worked, or it failed and a new mail can be sent
 * [ACC-6].
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { href } from '../../shell/routes.ts'
import { activation, sendActivation } from '../../state/activation.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { isLoggedIn, refreshSession, sessionKnown, user } from '../../state/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loading } from '../../ui/skeleton.tsx'

export const ActivateScreen = ({ done }: { done: boolean }) => {
  useSignals()
  // A link that was used before also leads here: do not tell a confirmed member that the activation failed.
  const isConfirmed = done || user.value?.status === 'active'
  const title = t(isConfirmed ? 'activation.done' : 'activation.failed')
  usePageTitle(title)
  useEffect(() => {
    // The server has changed the account, so refetch it: even after a failed link the member may be confirmed.
    void refreshSession()
  }, [])
  return done ? <Done title={title} /> : <Failed title={title} />
}

const Done = ({ title }: { title: string }) => {
  useSignals()
  const unfinished = user.value?.settings.signup_step != null
  return (
    <EmptyState level={1} title={title} text={t(unfinished ? 'activate.doneUnfinished' : 'activation.doneText')}>
      {unfinished ? (
        <LinkButton href={href('complete-signup')}>{t('activation.goOn')}</LinkButton>
      ) : (
        <LinkButton href={href(isLoggedIn.value ? 'members' : 'login')}>
          {isLoggedIn.value ? t('likes.findPeople') : t('shell.login')}
        </LinkButton>
      )}
    </EmptyState>
  )
}

const Failed = ({ title }: { title: string }) => {
  useSignals()
  const me = user.value
  const { busy, sent, error } = activation.value
  if (!sessionKnown.value) return <Loading />
  // The link was used already, by this member: nothing is left to do.
  if (me?.status === 'active')
    return (
      <EmptyState level={1} title={t('activation.done')} text={t('activation.doneText')}>
        <LinkButton href={href('members')}>{t('likes.findPeople')}</LinkButton>
      </EmptyState>
    )
  return (
    <EmptyState level={1} title={title} text={t('error.link_invalid')}>
      {me ? (
        <Button disabled={busy} onClick={() => void sendActivation()}>
          {t(busy ? 'activation.sending' : 'activation.again')}
        </Button>
      ) : (
        <LinkButton href={href('login')}>{t('shell.login')}</LinkButton>
      )}
      <p role="status" className="small">
        {error ? errorText(error) : sent && me ? t('activate.sentTo', { email: me.email }) : null}
      </p>
    </EmptyState>
  )
}
