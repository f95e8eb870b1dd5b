/** Confirms a new address [ACC-11] only after a tap: a mail scanner that opens the link confirms nothing. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { href } from '../../shell/routes.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { usePageTitle } from '../../state/page-title.ts'
import { isLoggedIn, refreshSession } from '../../state/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { useAction } from '../../ui/use-form.ts'

export const MailChangeScreen = () => {
  usePageTitle(t('title.mailChange'))
  const token = new URLSearchParams(useSearch()).get('token')
  const [email, setEmail] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<ErrorBody | null>(null)
  if (email !== null) return <ChangedAddress email={email} />
  if (!token || refusal) return <NotChanged text={refusal ? errorText(refusal) : t('error.link_invalid')} />
  return <Question token={token} onChanged={setEmail} onRefused={setRefusal} />
}

type Props = { token: string; onChanged: (email: string) => void; onRefused: (refusal: ErrorBody) => void }

const Question = ({ token, onChanged, onRefused }: Props) => {
  const { busy, failure, run } = useAction(async () => {
    const answer = await call('mail_change.do', { body: { token } })
    if (answer.ok) {
      onChanged(answer.data.email)
      return refreshSession()
    }
    return isFinal(answer.error) ? onRefused(answer.error) : answer.error
  })
  return (
    <EmptyState level={1} picture="none" title={t('title.mailChange')} text={t('mailChange.text')}>
      <NeedsNetwork />
      <FormRefusal failure={failure} />
      <Button disabled={busy} onClick={() => void run()}>
        {t(busy ? 'ui.busy' : 'mailChange.confirm')}
      </Button>
    </EmptyState>
  )
}

/** A retry would change nothing. */
const isFinal = ({ error, fields }: ErrorBody): boolean =>
  error === 'link_invalid' || error === 'email_taken' || fields !== undefined

const ChangedAddress = ({ email }: { email: string }) => {
  useSignals()
  return (
    <div role="status">
      <EmptyState level={1} title={t('mailChange.done')} text={t('mailChange.doneText', { email })}>
        <LinkButton href={href(isLoggedIn.value ? 'members' : 'login')}>
          {t(isLoggedIn.value ? 'shell.backToSearch' : 'shell.login')}
        </LinkButton>
      </EmptyState>
    </div>
  )
}

const NotChanged = ({ text }: { text: string }) => (
  <EmptyState level={1} picture="none" title={text} text={t('mailChange.notChanged')}>
    <LinkButton href={href('notifications')}>{t('mailChange.toSettings')}</LinkButton>
  </EmptyState>
)
