/** The state of one of my messages as a word; the word of a failed message includes the reason [CHAT-6]. */
import type { Failure } from '#contract/entities/failure.ts'
import type { MessageState } from '#contract/rules/message-state.ts'
import { profileErrorText } from '../../state/error-text.ts'
import { t, type TextKey } from '../../state/i18n.ts'

export const STATE_KEY: Record<MessageState, TextKey> = {
  queued: 'chat.stateQueued',
  sending: 'chat.stateSending',
  sent: 'chat.stateSent',
  delivered: 'chat.stateDelivered',
  read: 'chat.stateRead',
  failed: 'chat.stateFailed',
}

export const stateWord = (state: MessageState, failure: Failure | null, name: string): string =>
  state === 'failed' ? t(STATE_KEY.failed, { reason: reasonOf(failure, name) }) : t(STATE_KEY[state])

const reasonOf = (failure: Failure | null, name: string): string =>
  profileErrorText({
    error: failure?.error ?? 'server_error',
    name: failure?.name ?? name,
    ...(failure?.cost === undefined ? {} : { cost: failure.cost }),
    ...(failure?.credits === undefined ? {} : { credits: failure.credits }),
  })
