/** For a screen or list that could not be loaded: a retry, or for a suspended account the decision that says why [DESK-8]. */
import type { ComponentProps } from 'react'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { href } from './routes.ts'

type Props = { error: ErrorCode; onRetry: () => void } & Pick<
  ComponentProps<typeof LinkButton>,
  'kind' | 'plain' | 'small' | 'className'
>

export const RetryButton = ({ error, onRetry, ...look }: Props) =>
  error === 'account_suspended' ? (
    <LinkButton {...look} href={`${href('notifications')}#${DECISIONS_ANCHOR}`}>
      {t('ui.readDecision')}
    </LinkButton>
  ) : (
    <Button {...look} onClick={onRetry}>
      {t('ui.tryAgain')}
    </Button>
  )

type FailedReadProps = { error: ErrorBody; offlineText: string; onRetry: () => Promise<void> }

/** Stands where a list or form would be whose data could not be read. */
export const FailedRead = ({ error, offlineText, onRetry }: FailedReadProps) => {
  const isOffline = error.error === 'network_unavailable'
  return (
    <Note icon={isOffline ? 'offline' : 'alert'} role="status">
      <p>{isOffline ? offlineText : errorText(error)}</p>
      <RetryButton error={error.error} kind="quiet" plain small className="flush" onRetry={() => void onRetry()} />
    </Note>
  )
}
