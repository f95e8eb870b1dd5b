/** Shown instead of a conversation that cannot be shown: the reason, and a next step. */
import type { ErrorBody } from '#contract/errors.ts'
import { FailedData } from '../../shell/failed-read.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type Props = {
  error: ErrorBody
  retry?: () => Promise<void>
  /** An explanation below the title of a conversation that is not found. */
  text?: string
}

export const ConversationError = ({ error, retry, text }: Props) => {
  const toChats = (
    <LinkButton kind="quiet" href={href('chats')}>
      {t('chat.toChats')}
    </LinkButton>
  )
  if (error.error === 'not_found' || !retry)
    return (
      <EmptyState level={1} title={t('chat.notFoundTitle')} {...(text === undefined ? {} : { text })}>
        {toChats}
      </EmptyState>
    )
  return (
    <FailedData
      level={1}
      error={error}
      title={t('chat.failedTitle')}
      offline={{ title: t('chat.offlineTitle'), text: t('chats.offlineText') }}
      onRetry={retry}
    >
      {toChats}
    </FailedData>
  )
}
