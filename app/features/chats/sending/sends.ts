/**
 * What this page has sent and not yet seen come back [CHAT-6], [PWA-3]. With a service worker a send lives here for the
 * moment until the device's own list shows it; without one, this is all that keeps it from being lost.
 */
import type { CallAnswer } from '#contract/calls.ts'
import type { Message } from '#contract/entities/chat.ts'
import type { Failure } from '#contract/entities/failure.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { verdictOf } from '#contract/rules/retry.ts'
import type { Content } from '../content.ts'

export type Send = Content & {
  /** Made once per send and kept over every retry, so that however often it arrives there is one message [CHAT-5]. */
  client_id: string
  conversation: string
  /** Profile ids. */
  sender: number
  profile: number
  sent_at: number
  /** `held`: the device has it · `accepted`: the server has it, as `message`. Both stay until a list shows them. */
  state: 'sending' | 'held' | 'accepted' | 'failed'
  failure: Failure | null
  message: Message | null
  /** How many lists were seen without it since the device or the server took it. */
  missed: number
}

/** What a post of the message came back with. */
export type SendAnswer =
  | { ok: true; queued: true }
  | { ok: true; queued: false; data: CallAnswer<'messages.send'> }
  | { ok: false; error: ErrorBody }

export type SendEvent =
  | { kind: 'made'; send: NewSend }
  | { kind: 'answered'; client_id: string; answer: SendAnswer }
  | { kind: 'retried'; client_id: string }
  | { kind: 'discarded'; client_id: string }
  /** A list of the conversation came: these client ids are in it, stored or waiting. */
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

/** What nobody but this page knows of: it must outlive a reload. */
export const isOnlyHere = (send: Send): boolean => send.state === 'sending' || send.state === 'failed'

/** The next to post in a conversation: one at a time and oldest first, so that the server sees them in order [CHAT-14]. */
export const nextToPost = (sends: readonly Send[], conversation: string): Send | undefined =>
  sends.find((send) => send.conversation === conversation && send.state === 'sending')

/** Whether another try could help; such a failure also stops what was written behind it, or it would overtake. */
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

/** Retries this one, and before it what failed for the same passing reason. */
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
 * A listed send is done here. One that was taken and is missing twice is gone too (discarded in another tab): at most
 * one list that was asked for before it was taken can still come after.
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
