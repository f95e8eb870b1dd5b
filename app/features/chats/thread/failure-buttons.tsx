/** The actions that a member has for a refused message, and their buttons under it [CHAT-6], [PWA-3]. */
import { isRefusedFile, type ErrorCode } from '#contract/errors.ts'
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import { href } from '../../../shell/routes.ts'
import { isOfEndedSanction } from '../../../state/error-text.ts'
import { t } from '../../../state/i18n.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import type { ShownContent } from '../content.ts'
import { contentWords, isClosing } from '../message-words.ts'
import styles from './bubble.module.css'
import type { ThreadMessage } from './thread-message.ts'

type FailureAction = 'credits' | 'premium' | 'notifications' | 'age' | 'retry' | 'edit' | 'discard'

const USUAL: readonly FailureAction[] = ['retry', 'edit', 'discard']

const SPECIAL: Partial<Record<ErrorCode, readonly FailureAction[]>> = {
  not_enough_credits: ['credits', ...USUAL],
  // A retry helps once the member is premium [CHAT-4], [PAY-12].
  conversation_limit: ['premium', ...USUAL],
  // The decision says until when, and how to appeal [DESK-8].
  contact_restricted: ['notifications', ...USUAL],
  begin_restricted: ['notifications', ...USUAL],
  account_suspended: ['notifications', ...USUAL],
  age_check_required: ['age', ...USUAL],
  self_not_allowed: ['discard'],
  not_found: ['discard'],
  // The same text would be refused again.
  invalid_input: ['edit', 'discard'],
  invalid_json: ['edit', 'discard'],
  body_too_large: ['edit', 'discard'],
}

/** A photo and a gift are sent again or not; only words are edited, in the composer that a closed conversation lacks. */
export const actionsAfter = (
  error: ErrorCode,
  { type, isClosed }: { type: ShownContent['type']; isClosed: boolean },
): readonly FailureAction[] =>
  isRefusedFile(error) || (isClosed && isClosing(error))
    ? ['discard']
    : (SPECIAL[error] ?? USUAL).filter((way) => way !== 'edit' || (type === 'text' && !isClosed))

export type FailureHandlers = Record<Exclude<FailureAction, keyof typeof LINKS>, (message: ThreadMessage) => void> & {
  /** Whether the member cannot write in the conversation now. */
  isClosed: boolean
}

const LINKS = {
  credits: 'chat.getCredits',
  premium: 'chat.getPremium',
  notifications: 'ui.readDecision',
  age: 'shell.ageGo',
} as const

const isLink = (way: FailureAction): way is keyof typeof LINKS => way in LINKS

const WORDS = { retry: 'chat.retry', edit: 'chat.edit', discard: 'chat.discard' } as const

type Props = { message: ThreadMessage; actions: FailureHandlers }

const waysOf = ({ failure, type }: ThreadMessage, isClosed: boolean): readonly FailureAction[] => {
  const error = failure?.error ?? 'server_error'
  return actionsAfter(error, { type, isClosed }).filter(
    (way) => way !== 'notifications' || !isOfEndedSanction({ error }),
  )
}

export const FailureButtons = ({ message, actions }: Props) => (
  // Two refused messages have the same buttons, so a screen reader says whose they are.
  <div className={styles['ways']} role="group" aria-label={contentWords(message)}>
    {waysOf(message, actions.isClosed).map((way) =>
      isLink(way) ? (
        <LinkButton
          key={way}
          kind="quiet"
          small
          href={href(way)}
          className={styles['way'] ?? ''}
          onClick={storeReturnPlace}
        >
          {t(LINKS[way])}
        </LinkButton>
      ) : (
        <Button
          key={way}
          kind="quiet"
          small
          plain={way !== 'retry'}
          className={styles['way']}
          onClick={() => {
            actions[way](message)
          }}
        >
          {t(WORDS[way])}
        </Button>
      ),
    )}
  </div>
)
