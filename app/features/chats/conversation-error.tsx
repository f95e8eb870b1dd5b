/** Shown instead of a conversation that cannot be shown: the reason, and a way on. */
import type { ErrorCode } from '#contract/errors.ts'
import { RetryButton } from '../../shell/retry-button.tsx'
import { href } from '../../shell/routes.ts'
import { t } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

type Props = { error: ErrorCode; retry?: () => void }

export const ConversationError = ({ error, retry }: Props) => (
  <EmptyState
    level={1}
    title={titleOf(error)}
    {...(error === 'network_unavailable' ? { text: t('chats.offlineText') } : {})}
  >
    {retry ? <RetryButton error={error} kind="second" onRetry={retry} /> : null}
    <LinkButton kind="quiet" href={href('chats')}>
      {t('chat.toChats')}
    </LinkButton>
  </EmptyState>
)

const titleOf = (error: ErrorCode): string => {
  if (error === 'account_suspended') return t('error.account_suspended')
  if (error === 'not_found') return t('chat.notFoundTitle')
  return error === 'network_unavailable' ? t('chat.offlineTitle') : t('chat.failedTitle')
}
