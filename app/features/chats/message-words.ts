/** Messages, their states, gifts and partners as words: for the list, the bubbles and screen readers. */
import type { Failure } from '#contract/entities/failure.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { MessageState } from '#contract/rules/message-state.ts'
import type { ProfileCard } from '#contract/entities/profile.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { waitingWords } from '../../state/connection.ts'
import { storedRefusalText } from '../../state/error-text.ts'
import { isErased, type ShownContent } from './content.ts'
import type { Gift } from '#contract/entities/chat.ts'

export const contentWords = (content: ShownContent): string => {
  if (isErased(content)) return t('chat.erased')
  switch (content.type) {
    case 'text':
      return content.text
    case 'photo':
      return t('chat.photo')
    case 'gift':
      return t('chat.gift', { gift: giftName(content.gift) })
    case 'newer':
      return t('chat.newer')
  }
}

const STATE_KEY: Record<Exclude<MessageState, 'queued'>, TextKey> = {
  sending: 'chat.stateSending',
  sent: 'chat.stateSent',
  delivered: 'chat.stateDelivered',
  read: 'chat.stateRead',
  failed: 'chat.stateFailed',
}

/** The state of one of my messages; the word of a failed message includes the reason [CHAT-6]. */
export const stateWord = (state: MessageState, failure: Failure | null, name: string): string => {
  if (state === 'queued') return waitingWords()
  return state === 'failed' ? t(STATE_KEY.failed, { reason: reasonOf(failure, name) }) : t(STATE_KEY[state])
}

/** The reasons that close a conversation, and may end: a block is lifted, an account comes back. */
const CLOSING: ReadonlySet<ErrorCode> = new Set(['blocked', 'blocking', 'recipient_deleted'])

/** Whether no message can arrive for such a reason. */
export const isClosing = (error: ErrorCode): boolean => CLOSING.has(error)

/** Like `stateWord`, in a conversation that may be open again since a message was refused. */
export const stateWordHere = (
  { state, failure }: { state: MessageState; failure: Failure | null },
  name: string,
  isClosed: boolean,
): string =>
  state === 'failed' && failure && !isClosed && isClosing(failure.error)
    ? t(STATE_KEY.failed, { reason: t('chat.closedThen') })
    : stateWord(state, failure, name)

const reasonOf = (failure: Failure | null, name: string): string =>
  storedRefusalText({
    error: failure?.error ?? 'server_error',
    name: failure?.name ?? name,
    ...(failure?.cost === undefined ? {} : { cost: failure.cost }),
    ...(failure?.credits === undefined ? {} : { credits: failure.credits }),
  })

/** After an account is deleted for good, its name is gone too. */
export const shownName = ({ name }: Pick<ProfileCard, 'name'>): string => (name === '' ? t('chat.erasedProfile') : name)

const GIFT_NAMES: Record<Gift, TextKey> = {
  rose: 'gift.rose',
  kiss: 'gift.kiss',
  coffee: 'gift.coffee',
  heart: 'gift.heart',
  chocolate: 'gift.chocolate',
  teddy: 'gift.teddy',
  champagne: 'gift.champagne',
  star: 'gift.star',
}

/** The name of a gift [CHAT-3]. */
export const giftName = (gift: Gift): string => t(GIFT_NAMES[gift])
