/**
 * The sends of this page until a list contains them [CHAT-6], [PWA-3]. With a service worker that takes a moment;
 * without one this is the only copy.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { Failure } from '#contract/entities/failure.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { verdictOf } from '#contract/rules/retry.ts'
import type { Content } from '../content.ts'

export type Send = Content & {
  /** Made once per send and reused by every retry, so that repeated posts create one message [CHAT-5]. */
  client_id: string
  conversation: string
  /** Profile ids. */
  sender: number
  profile: number
  sent_at: number
  /**
   * `held`: queued on the device · `accepted`: stored by the server, as `message`. Both stay until a list contains
   * them.
   */
  state: 'sending' | 'held' | 'accepted' | 'failed'
  failure: Failure | null
  message: Message | null
  /** The number of lists without this send since the device or the server took it. */
  missed: number
}

/** The result of posting a message. */
export type SendAnswer =
  | { ok: true; queued: true }
  | { ok: true; queued: false; data: CallAnswer<'messages.send'> }
  | { ok: false; error: ErrorBody }

export type SendEvent =
  | { kind: 'made'; send: NewSend }
  | { kind: 'answered'; client_id: string; answer: SendAnswer }
  | { kind: 'retried'; client_id: string }
  | { kind: 'discarded'; client_id: string }
  /** A list of the conversation arrived with these client ids, stored or waiting. */
  | { kind: 'listed'; conversation: string; client_ids: ReadonlySet<string> }
  | { kind: 'restored'; sends: readonly Send[] }
  | { kind: 'forgotten'; member: number }

export type NewSend = Content & Pick<Send, 'client_id' | 'conversation' | 'sender' | 'profile' | 'sent_at'>

export const sendsAfter = (sends: readonly Send[], event: SendEvent): readonly Send[] => {
  switch (event.kind) {
    case 'made':
      return [...sends, { ...event.send, state: 'sending', failure: null, message: null, missed: 0 }]
    case 'answered':
      return afterAnswer(sends, event.client_id, event.answer)
    case 'retried':
      return afterRetry(sends, event.client_id)
    case 'discarded':
      return sends.filter((send) => send.client_id !== event.client_id)
    case 'listed':
      return sends.flatMap((send) => (send.conversation === event.conversation ? afterList(send, event) : [send]))
    case 'restored':
      return [...event.sends.filter(({ client_id }) => !sends.some((send) => send.client_id === client_id)), ...sends]
    case 'forgotten':
      return sends.filter((send) => send.sender !== event.member)
  }
}

/** Only this page has the send, so it must survive a reload. */
export const isOnlyHere = (send: Send): boolean => send.state === 'sending' || send.state === 'failed'

/**
 * The next send to post in a conversation: one at a time and oldest first, so that the server gets them in order
 * [CHAT-14].
 */
export const nextToPost = (sends: readonly Send[], conversation: string): Send | undefined =>
  sends.find((send) => send.conversation === conversation && send.state === 'sending')

/** Whether a retry could help. Such a failure also stops later sends, which would otherwise overtake. */
const isForNow = (failure: Pick<ErrorBody, 'error'>): boolean =>
  verdictOf(ERROR_STATUS[failure.error], failure, null).kind !== 'failed'

const afterAnswer = (sends: readonly Send[], clientId: string, answer: SendAnswer): readonly Send[] => {
  const answered = sends.find((send) => send.client_id === clientId)
  if (!answered) return sends
  if (answer.ok) {
    const taken: Partial<Pick<Send, 'state' | 'message'>> = answer.queued
      ? { state: 'held' }
      : { state: 'accepted', message: answer.data.message }
    return sends.map((send) => (send === answered ? { ...send, ...taken, failure: null, missed: 0 } : send))
  }
  const failure = failureOf(answer.error)
  const stopsLane = isForNow(failure)
  const position = sends.indexOf(answered)
  return sends.map((send, index) =>
    send === answered ||
    (stopsLane && index > position && send.conversation === answered.conversation && send.state === 'sending')
      ? { ...send, state: 'failed', failure }
      : send,
  )
}

/** Retries this send, and before it all earlier sends with a temporary failure. */
const afterRetry = (sends: readonly Send[], clientId: string): readonly Send[] => {
  const position = sends.findIndex((send) => send.client_id === clientId)
  const retried = sends[position]
  if (!retried) return sends
  return sends.map((send, index) => {
    const isBefore =
      index < position && send.conversation === retried.conversation && send.failure !== null && isForNow(send.failure)
    return send.state === 'failed' && (send === retried || isBefore)
      ? { ...send, state: 'sending', failure: null }
      : send
  })
}

/**
 * A listed send is done. A taken send that two lists lack was discarded in another tab. One missing list is no proof:
 * it may have been requested before the send was taken.
 */
const afterList = (send: Send, list: { client_ids: ReadonlySet<string> }): Send[] => {
  if (list.client_ids.has(send.client_id)) return []
  if (isOnlyHere(send)) return [send]
  return send.missed > 0 ? [] : [{ ...send, missed: 1 }]
}

const failureOf = (error: ErrorBody): Failure => ({
  error: error.error,
  ...(error.name === undefined ? {} : { name: error.name }),
  ...(error.cost === undefined ? {} : { cost: error.cost }),
  ...(error.credits === undefined ? {} : { credits: error.credits }),
})
