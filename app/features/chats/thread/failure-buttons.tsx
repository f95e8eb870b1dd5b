/** The buttons under a refused message [PWA-3]. */
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import { href } from '../../../shell/routes.ts'
import { t } from '../../../state/i18n.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import styles from './bubble.module.css'
import type { ThreadMessage } from './thread-message.ts'
import { actionsAfter, type FailureAction } from './failure-actions.ts'

export type FailureHandlers = Record<Exclude<FailureAction, keyof typeof LINKS>, (message: ThreadMessage) => void>

const LINKS = {
  credits: 'chat.getCredits',
  premium: 'chat.getPremium',
  notifications: 'chat.readDecision',
  age: 'shell.ageGo',
} as const

const isLink = (way: FailureAction): way is keyof typeof LINKS => way in LINKS

const WORDS = { retry: 'chat.retry', edit: 'chat.edit', discard: 'chat.discard' } as const

type Props = { message: ThreadMessage; actions: FailureHandlers }

export const FailureButtons = ({ message, actions }: Props) => (
  <div className={styles['ways']}>
    {actionsAfter(message.failure?.error ?? 'server_error', message.type).map((way) =>
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
