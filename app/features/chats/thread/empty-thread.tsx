/** A conversation that nobody has begun, or that the member has deleted, with an icebreaker for a first message [LIKE-9]. */
import { useState } from 'react'
import { t } from '../../../state/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Pair, type Seat } from '../../../ui/pair.tsx'
import type { Opener } from './openers.ts'
import dialogStyles from '../composer/composer.module.css'
import styles from './thread.module.css'

type Props = {
  name: string
  fictional: boolean
  /** The pair has written before, and the member has deleted it [CHAT-8]. */
  hasTalked?: boolean
  /** The number of conversations a free member may still begin; null without a limit [CHAT-15]. */
  left: number | null
  /** The faces of the member and of the partner, if the partner's may be shown. */
  faces?: { mine: Seat; theirs: Seat } | null
  /** First words from what both profiles say. */
  openers?: readonly Opener[]
  /** Puts an icebreaker into the field; null if the member cannot write. */
  onOpener: ((text: string, words?: HTMLElement) => void) | null
}

const NO_OPENERS: readonly Opener[] = []

export const EmptyThread = ({
  name,
  fictional,
  hasTalked = false,
  left,
  faces = null,
  openers = NO_OPENERS,
  onOpener,
}: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles['first']}>
      <div>
        {faces ? (
          <div className={styles['faces']}>
            <Pair left={faces.mine} right={faces.theirs} icon="message" />
          </div>
        ) : null}
        <EmptyState
          title={t(onOpener && !hasTalked ? 'chat.firstTitle' : 'chat.firstClosed')}
          {...(onOpener ? { text: t('chat.firstText', { name }) } : {})}
          picture={faces ? 'none' : 'seats'}
        >
          {left === null ? null : <p className="small">{t('limit.left', { count: left })}</p>}
          {onOpener ? (
            <Button kind="second" icon="sparkles" onClick={() => setOpen(true)}>
              {t('icebreaker.open')}
            </Button>
          ) : null}
        </EmptyState>
      </div>
      {onOpener && openers.length > 0 ? (
        <ul className={styles['openers']} aria-label={t('icebreaker.title')}>
          {openers.map(({ why, text }) => (
            <li key={text}>
              <button
                type="button"
                className={styles['opener']}
                onClick={({ currentTarget }) => onOpener(text, currentTarget)}
              >
                <span className="small muted">{why}</span>
                <span className="strong">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {isOpen && onOpener ? (
        <Icebreaker fictional={fictional} onChoose={onOpener} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  )
}

type IcebreakerProps = { fictional: boolean; onChoose: (text: string) => void; onClose: () => void }

/** The icebreakers: a chosen text goes into the field, and nothing is sent. */
export const Icebreaker = ({ fictional, onChoose, onClose }: IcebreakerProps) => (
  <Dialog title={t('icebreaker.title')} sheet onClose={onClose}>
    <p className="muted">{t('icebreaker.text')}</p>
    <ul className={dialogStyles['openers']}>
      {openers(fictional).map((text) => (
        <li key={text}>
          <button
            type="button"
            className={dialogStyles['opener']}
            onClick={() => {
              onClose()
              onChoose(text)
            }}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  </Dialog>
)

const openers = (fictional: boolean): string[] => [
  t('icebreaker.1'),
  t('icebreaker.2'),
  t('icebreaker.3'),
  t('icebreaker.4'),
  t('icebreaker.5'),
  // Asking a fictional profile about places in town would suggest a meeting [CHAT-11].
  ...(fictional ? [] : [t('icebreaker.6')]),
]
