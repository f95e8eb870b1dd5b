/** One message: what was written, when, and of mine its state as icon and word [CHAT-6]. */
import { locale, t } from '../../../state/i18n.ts'
import { classes } from '../../../ui/classes.ts'
import { timeOfDay } from '../calendar.ts'
import { contentWords } from '../content-words.ts'
import { StateIcon } from '../state-icon.tsx'
import { stateWord } from '../state-word.ts'
import styles from './bubble.module.css'
import type { Bubble } from './days.ts'
import { MessageText } from './message-text.tsx'
import type { ThreadMessage } from './thread-message.ts'
import { WaysOn, type WaysOnActions } from './ways-on-buttons.tsx'

type Props = {
  bubble: Bubble
  /** The partner's name. */
  name: string
  actions: WaysOnActions
}

export const BubbleView = ({ bubble: { message, first, last }, name, actions }: Props) => (
  <div className={lookOf(message, first)}>
    <p className={styles['text']} dir="auto">
      <span className="vh">{message.mine ? t('chat.fromMe') : t('chat.from', { name })} </span>
      {message.type === 'text' ? <MessageText text={message.text} /> : contentWords(message)}
    </p>
    {message.mine || last ? <Meta message={message} name={name} /> : null}
    {message.state === 'failed' ? <WaysOn message={message} actions={actions} /> : null}
  </div>
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
