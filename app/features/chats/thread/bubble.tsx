/** One message: its content, its time, and for my own its state as icon and word [CHAT-6]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { Gift } from '#contract/entities/chat.ts'
import { isTyping } from '../../../state/presence.ts'
import { timeOfDay } from '../../../state/format.ts'
import { isErased } from '../content.ts'
import { StateIcon } from '../state-icon.tsx'
import { giftName, stateWordHere } from '../message-words.ts'
import { GiftPicture } from '../../gifts/gift-picture.tsx'
import { after, now } from '../../../ports/clock.ts'
import { reloadNewest } from '../../../ports/service-worker.ts'
import { t } from '../../../state/i18n.ts'
import { Button } from '../../../ui/button.tsx'
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
    <MessageContent message={message} name={name} />
    {message.mine || last ? <Meta message={message} name={name} isClosed={actions.isClosed} /> : null}
    {message.isUnanswered ? <p className={styles['meta']}>{t('chat.unanswered')}</p> : null}
    {message.state === 'failed' ? <FailureButtons message={message} actions={actions} /> : null}
    {message.type === 'newer' ? (
      <div className={styles['ways']}>
        <Button kind="quiet" small className={styles['way']} onClick={reloadNewest}>
          {t('shell.loadNewVersion')}
        </Button>
      </div>
    ) : null}
  </div>
)

const MessageContent = ({ message, name }: { message: ThreadMessage; name: string }) => {
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
        <p className={classes(styles['text'], isFewEmoji(message.text) && styles['emoji'])} dir="auto">
          <Speaker mine={message.mine} name={name} />
          <MessageText text={message.text} />
        </p>
      )
    case 'photo':
      return <PhotoBubble message={message} name={name} />
    case 'gift':
      return <GiftBubble gift={message.gift} mine={message.mine} at={message.at} name={name} />
    case 'newer':
      return (
        <p className={classes(styles['text'], styles['erased'])}>
          <Speaker mine={message.mine} name={name} />
          {t('chat.newer')}
        </p>
      )
  }
}

/** The moment of a gift plays at the sender once it is sent, and at the recipient who opens it soon. */
const MOMENT_MS = { mine: 3_000, theirs: 60_000 }

type GiftProps = { gift: Gift; mine: boolean; at: number; name: string }

const GiftBubble = ({ gift, mine, at, name }: GiftProps) => {
  // Decided once: a bubble that changes its state must not play again.
  const [isNew] = useState(() => now() - at < (mine ? MOMENT_MS.mine : MOMENT_MS.theirs))
  const words = giftName(gift)
  return (
    <div className={styles['gift']}>
      <GiftPicture gift={gift} size={72} moment={isNew ? (mine ? 'given' : 'received') : null} />
      <p>
        <Speaker mine={mine} name={name} />
        {mine ? t('chat.giftMine', { gift: words }) : t('chat.giftTheirs', { gift: words })}
      </p>
    </div>
  )
}

const Speaker = ({ mine, name }: { mine: boolean; name: string }) => (
  // With a direction of its own it is no part of the text that decides the direction of the message.
  <span className="vh" dir="auto">
    {mine ? t('chat.fromMe') : t('chat.from', { name })}
    {/* A usual blank at the end of the line would be missing from a copied text. */}
    {'\u00a0'}
  </span>
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

type MetaProps = { message: ThreadMessage; name: string; isClosed: boolean }

const Meta = ({ message: { state, failure, at }, name, isClosed }: MetaProps) => {
  useSignals()
  return (
    <p className={styles['meta']}>
      {state === 'queued' || state === 'failed' ? null : (
        <time dateTime={new Date(at).toISOString()}>{timeOfDay(at)}</time>
      )}
      {state === null ? null : (
        <>
          <StateIcon state={state} />
          <span>{stateWordHere({ state, failure }, name, isClosed)}</span>
        </>
      )}
    </p>
  )
}

/** One emoji as a reader sees it: a flag, a keycap, or a picture with its skin colour and what is joined to it. */
const PICTURE = String.raw`\p{Extended_Pictographic}[\p{Emoji_Modifier}\ufe0f]*[\u{e0020}-\u{e007f}]*`
const EMOJI = String.raw`(?:\p{Regional_Indicator}{2}|[#*\d]\ufe0f?\u20e3|${PICTURE}(?:\u200d${PICTURE})*)`
const FEW_EMOJI = new RegExp(String.raw`^\s*(?:${EMOJI}\s*){1,3}$`, 'u')

/** Up to three emoji and no words: every messenger shows them large. */
const isFewEmoji = (text: string): boolean => FEW_EMOJI.test(text)

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
      <a key={index} href={href} dir="ltr" target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    ),
  )

/** The message that ends the typing comes within this time. Without the pause all bubbles would fall and jump up again. */
const ANSWER_MS = 1_000

type TypingProps = {
  conversation: string
  /** The partner's name. */
  name: string
  /** The id of the partner's newest message: with another one the typing is over. */
  newest: number | undefined
}

/** Shows that the partner is typing [CHAT-7]: three dots in the place of the answer, announced once and politely to screen readers. */
export const TypingBubble = ({ conversation, name, newest }: TypingProps) => {
  useSignals()
  const isWriting = isTyping(conversation)
  const [typing, setTyping] = useState({ isWriting, isShown: isWriting, newest })
  if (typing.isWriting !== isWriting)
    setTyping(isWriting ? { isWriting, isShown: true, newest } : { ...typing, isWriting })
  useEffect(
    () => (isWriting ? undefined : after(ANSWER_MS, () => setTyping((state) => ({ ...state, isShown: false })))),
    [isWriting],
  )
  return (
    <div role="status">
      {typing.isShown && typing.newest === newest ? (
        <div className={styles['typing']}>
          <span />
          <span />
          <span />
          <span className="vh">{t('chat.typing', { name })}</span>
        </div>
      ) : null}
    </div>
  )
}
