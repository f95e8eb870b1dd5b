/**
 * Notes about a whole form or list: it needs the network or cookies, it could not be loaded, or it was refused for a reason that belongs
 * to no field.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { SubmitEvent } from 'react'
import type { ErrorBody } from '#contract/errors.ts'
import { storesCookies } from '../ports/page.ts'
import { connection } from '../state/connection.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { Button } from './button.tsx'
import { Note } from './note.tsx'

export const NeedsNetwork = ({ text }: { text?: string }) => {
  useSignals()
  return connection.value.online ? null : (
    <Note icon="offline" role="status">
      <p>{text ?? t('ui.needsNetwork')}</p>
    </Note>
  )
}

type FailedReadProps = { error: ErrorBody; offlineText: string; onRetry: () => Promise<void> }

/** Stands where a list or form would be whose data could not be read. */
export const FailedRead = ({ error, offlineText, onRetry }: FailedReadProps) => {
  const isOffline = error.error === 'network_unavailable'
  return (
    <Note icon={isOffline ? 'offline' : 'alert'} role="status">
      <p>{isOffline ? offlineText : errorText(error)}</p>
      <Button kind="quiet" plain small className="flush" onClick={() => void onRetry()}>
        {t('ui.tryAgain')}
      </Button>
    </Note>
  )
}

/** In a browser that blocks cookies the server accepts a login, but the next page is a visitor's again: says so beforehand. */
export const NeedsCookies = () =>
  storesCookies() ? null : (
    <Note tone="warn">
      <p>{t('login.needsCookies')}</p>
    </Note>
  )

export const FormRefusal = ({ failure }: { failure: ErrorBody | null }) =>
  failure && !failure.fields ? (
    <Note tone="bad" role="alert">
      <p>{errorText(failure)}</p>
    </Note>
  ) : null

type Submit = (event: SubmitEvent<HTMLFormElement>) => void

/** Submits a form only with a network; offline the form stays filled in and shows the reason. */
export const onlyOnline =
  (submit: Submit): Submit =>
  (event) => {
    if (connection.value.online) submit(event)
    else event.preventDefault()
  }
