/** One message: its content, its time, and for my own its state as icon and word [CHAT-6]. */
import { timeOfDay } from '../calendar.ts'
import { isErased } from '../content.ts'
import { StateIcon } from '../state-icon.tsx'
import { stateWord } from '../state-word.ts'
import { giftName } from '../../gifts/gift-name.ts'
import { GiftPicture } from '../../gifts/gift-picture.tsx'
import { locale, t } from '../../../state/i18n.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './bubble.module.css'
import type { Bubble } from './days.ts'
import { partsOf } from './links.ts'
import { PhotoBubble } from './photo-bubble.tsx'
import type { ThreadMessage } from './thread-message.ts'
import { FailureButtons, type FailureHandlers } from './failure-buttons.tsx'

type Props = {
  bubble: Bubble
  /** The partner's name. */
  name: string
  actions: FailureHandlers
}

export const BubbleView = ({ bubble: { message, first, last }, name, actions }: Props) => (
  <div className={lookOf(message, first)}>
    <Said message={message} name={name} />
    {message.mine || last ? <Meta message={message} name={name} /> : null}
    {message.isUnanswered ? <p className={styles['meta']}>{t('chat.unanswered')}</p> : null}
    {message.state === 'failed' ? <FailureButtons message={message} actions={actions} /> : null}
  </div>
)

const Said = ({ message, name }: { message: ThreadMessage; name: string }) => {
  if (isErased(message))
    return (
      <p className={classes(styles['text'], styles['erased'])}>
        <Speaker mine={message.mine} name={name} />
        {t('chat.erased')}
      </p>
    )
  switch (message.type) {
    case 'text':
      return (
        <p className={styles['text']} dir="auto">
          <Speaker mine={message.mine} name={name} />
          <MessageText text={message.text} />
        </p>
      )
    case 'photo':
      return <PhotoBubble message={message} name={name} />
    case 'gift': {
      const gift = giftName(message.gift)
      return (
        <div className={styles['gift']}>
          <GiftPicture gift={message.gift} size={56} />
          <p>
            <Speaker mine={message.mine} name={name} />
            {message.mine ? t('chat.giftMine', { gift }) : t('chat.giftTheirs', { gift })}
          </p>
        </div>
      )
    }
  }
}

const Speaker = ({ mine, name }: { mine: boolean; name: string }) => (
  <span className="vh">{mine ? t('chat.fromMe') : t('chat.from', { name })} </span>
)

const lookOf = ({ mine, state }: ThreadMessage, first: boolean): string =>
  classes(
    styles['message'],
    first && styles['first'],
    mine && styles['mine'],
    (state === 'queued' || state === 'sending') && styles['waits'],
    state === 'failed' && styles['failed'],
    state === 'read' && styles['read'],
  )

const Meta = ({ message: { state, failure, at }, name }: { message: ThreadMessage; name: string }) => (
  <p className={styles['meta']}>
    {state === 'queued' || state === 'failed' ? null : (
      <time dateTime={new Date(at).toISOString()}>{timeOfDay(at, locale.value)}</time>
    )}
    {state === null ? null : (
      <>
        <StateIcon state={state} />
        <span>{stateWord(state, failure, name)}</span>
      </>
    )}
  </p>
)

/**
 * The text of a message with safe links. Never HTML, and no link preview: a preview would tell a stranger's server who
 * reads.
 */
const MessageText = ({ text }: { text: string }) =>
  partsOf(text).map(({ text, href }, index) =>
    href === null ? (
      text
    ) : (
      // eslint-disable-next-line react/no-array-index-key -- the parts of a text never move
      <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )
