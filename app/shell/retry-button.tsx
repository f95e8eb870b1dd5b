/** The action of a screen that could not be loaded: a retry, or for a suspended account the decision that says why [DESK-8]. */
import type { ComponentProps } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { t } from '../state/i18n.ts'
import { Button, LinkButton } from '../ui/button.tsx'
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
