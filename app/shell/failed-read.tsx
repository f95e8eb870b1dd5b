/** For a screen or list that could not be loaded: the reason, and a retry or, for a suspended account, the decision that says why [DESK-8]. */
import { type ComponentProps, type ReactNode } from 'react'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { DECISIONS_ANCHOR } from '#contract/screen-paths.ts'
import { errorText } from '../state/error-text.ts'
import { t } from '../state/i18n.ts'
import { usePageTitle } from '../state/page-title.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Note } from '../ui/note.tsx'
import { href } from './routes.ts'
import { useAction } from '../ui/use-form.ts'

type Retry = { onRetry: () => Promise<void> }

type ButtonProps = Retry & { error: ErrorCode } & Pick<
    ComponentProps<typeof LinkButton>,
    'kind' | 'plain' | 'small' | 'className'
  >

export const RetryButton = ({ error, onRetry, ...look }: ButtonProps) => {
  const { busy, run } = useAction(onRetry)
  return error === 'account_suspended' ? (
    <LinkButton {...look} href={`${href('notifications')}#${DECISIONS_ANCHOR}`}>
      {t('ui.readDecision')}
    </LinkButton>
  ) : (
    // A disabled button would lose the focus.
    <Button {...look} onClick={() => (busy ? undefined : void run())}>
      {t(busy ? 'ui.busy' : 'ui.tryAgain')}
    </Button>
  )
}

/** The next step after these errors: their texts speak of customer service. */
const FOR_SUPPORT: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['signup_refused', 'buying_stopped'])

/** The text of an error, with a link to customer service where it speaks of that. It opens beside a form, which keeps its values. */
export const ErrorLines = ({ error }: { error: ErrorBody }) => (
  <>
    <p>{errorText(error)}</p>
    {FOR_SUPPORT.has(error.error) ? (
      <p>
        <a href={href('pages-service')} target="_blank" rel="noopener">
          {t('footer.support')}
        </a>
      </p>
    ) : null}
  </>
)

type FailedReadProps = Retry & {
  error: ErrorBody
  offlineText: string
  /** Replaces the error's own text. */ reason?: string
}

/** Shown instead of a list or form whose data could not be read. */
export const FailedRead = ({ error, offlineText, reason = errorText(error), onRetry }: FailedReadProps) => {
  const isOffline = error.error === 'network_unavailable'
  return (
    <Note icon={isOffline ? 'offline' : 'alert'} role="status">
      <p>{isOffline ? offlineText : reason}</p>
      <RetryButton error={error.error} kind="quiet" plain small className="flush" onRetry={onRetry} />
    </Note>
  )
}

type FailedDataProps = Retry & {
  error: ErrorBody
  /** The title of a failure whose reason is below it; else the reason is the title. */
  title?: string
  /** Better words for a device without a connection than those for any screen. */
  offline?: { title: string; text?: string }
  level?: 1 | 2
  /** Other next steps. */
  children?: ReactNode
}

/** Shown instead of a screen whose data could not be read. A screen reader says it, and says it again after a failed retry. */
export const FailedData = ({ error, title, offline, level, onRetry, children }: FailedDataProps) => {
  const reason = errorText(error)
  const { title: shown, text } =
    error.error === 'account_suspended'
      ? { title: t('ui.suspended'), text: t('ui.suspendedText') }
      : error.error === 'network_unavailable'
        ? (offline ?? { title: t('shell.awayTitle'), text: t('shell.awayText') })
        : title === undefined
          ? { title: reason }
          : { title, text: reason }
  // A title of the first level is the screen's: it has no name that could not be read.
  usePageTitle(level === 1 ? shown : null)
  return (
    <EmptyState role="alert" picture="none" title={shown} {...(text ? { text } : {})} {...(level ? { level } : {})}>
      <RetryButton error={error.error} kind="second" onRetry={onRetry} />
      {children}
    </EmptyState>
  )
}
