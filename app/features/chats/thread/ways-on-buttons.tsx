/** The buttons under a refused message [PWA-3]. */
import { storeReturnPlace } from '../../credits/purchase-storage.ts'
import { href } from '../../../shell/routes.ts'
import { t } from '../../../state/i18n.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import styles from './bubble.module.css'
import type { ThreadMessage } from './thread-message.ts'
import { waysOn, type WayOn } from './ways-on.ts'

export type WaysOnActions = Record<Exclude<WayOn, 'credits' | 'premium'>, (message: ThreadMessage) => void>

const WORDS = { retry: 'chat.retry', edit: 'chat.edit', discard: 'chat.discard' } as const

type Props = { message: ThreadMessage; actions: WaysOnActions }

export const WaysOn = ({ message, actions }: Props) => (
  <div className={styles['ways']}>
    {waysOn(message.failure?.error ?? 'server_error', message.type).map((way) =>
      way === 'credits' || way === 'premium' ? (
        <LinkButton
          key={way}
          kind="quiet"
          small
          href={href(way)}
          className={styles['way'] ?? ''}
          onClick={storeReturnPlace}
        >
          {t(way === 'credits' ? 'chat.getCredits' : 'chat.getPremium')}
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
