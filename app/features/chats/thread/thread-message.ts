/**
 * The messages of a conversation as the screen shows them: from the server, from the device's outbox, from this page.
 */
import type { Message, WaitingMessage } from '#contract/entities/chat.ts'
import type { Failure } from '#contract/entities/failure.ts'
import { stateOfStored, type MessageState, type Watermarks } from '#contract/rules/message-state.ts'
import { contentOf, type ShownContent } from '../content.ts'
import type { Send } from '../sending/send.ts'

export type ThreadMessage = ShownContent & {
  /** Stays the same from sending to the read mark, so that a bubble changes in place. */
  key: string
  client_id: string
  /** Null until the server has stored the message. */
  id: number | null
  mine: boolean
  at: number
  /** Null for the partner's messages. */
  state: MessageState | null
  failure: Failure | null
  /** The share of a waiting photo that has arrived, in [0, 1]. */
  uploaded?: number | undefined
  /** Nobody answered within a day, and the credits came back [GUARD-7]. */
  isUnanswered?: true
  /** The message comes from the server, the device's outbox or this page. A member retries or discards it there. */
  source: 'server' | 'device' | 'page'
}

export type ThreadSources = {
  /** My profile id. */
  me: number
  /** Oldest first. */
  stored: readonly Message[]
  waiting: readonly WaitingMessage[]
  /** The sends of this conversation only. */
  sends: readonly Send[]
  marks: Watermarks
}

/**
 * Oldest first, each message once [CHAT-5]. Messages the server has not stored come last, in the order they were
 * written.
 */
export const threadMessages = ({ me, stored, waiting, sends, marks }: ThreadSources): ThreadMessage[] => {
  const accepted = sends.flatMap(({ message }) => (message ? [message] : []))
  const server = uniqueById([...stored, ...accepted])
  const known = new Set(server.map(keyOf))
  const onDevice = waiting.filter((message) => !known.has(keyOf(message)))
  for (const message of onDevice) known.add(keyOf(message))
  const onPage = sends.filter((send) => send.message === null && !known.has(keyOf(send)))

  return [
    ...server.map((message) => ofServer(message, me, marks)),
    ...inOrder(onDevice.map(ofDevice), onPage.map(ofPage)),
  ]
}

const keyOf = ({ sender, client_id }: { sender: number; client_id: string }): string => `${sender}:${client_id}`

const uniqueById = (messages: readonly Message[]): Message[] =>
  [...new Map(messages.map((message) => [message.id, message])).values()].toSorted((one, other) => one.id - other.id)

/**
 * The device and the page each list their messages in the order in which they will arrive. Client ids are UUIDv7, so
 * they say between which of the device's messages one of the page was written, unless the clock was set back.
 */
const inOrder = (onDevice: readonly ThreadMessage[], onPage: readonly ThreadMessage[]): readonly ThreadMessage[] => {
  const all = [...onDevice]
  let next = 0
  for (const message of onPage) {
    next = Math.max(next, all.findLastIndex(({ client_id }) => client_id < message.client_id) + 1)
    all.splice(next, 0, message)
    next += 1
  }
  return all
}

const ofServer = (message: Message, me: number, marks: Watermarks): ThreadMessage => {
  const mine = message.sender === me
  return {
    ...contentOf(message),
    key: keyOf(message),
    client_id: message.client_id,
    id: message.id,
    mine,
    at: message.sent_at,
    state: mine ? stateOfStored(message.id, marks) : null,
    failure: null,
    ...(message.unanswered === true && { isUnanswered: true as const }),
    source: 'server',
  }
}

const ofDevice = (message: WaitingMessage): ThreadMessage => ({
  ...contentOf(message),
  key: keyOf(message),
  client_id: message.client_id,
  id: null,
  mine: true,
  at: message.sent_at,
  state: message.state,
  failure: message.failure,
  ...(message.type === 'photo' && { uploaded: message.uploaded }),
  source: 'device',
})

const ofPage = (send: Send): ThreadMessage => ({
  ...contentOf(send),
  key: keyOf(send),
  client_id: send.client_id,
  id: null,
  mine: true,
  at: send.sent_at,
  state: send.state === 'taken' ? 'queued' : send.state,
  failure: send.failure,
  ...(send.state === 'sending' && { uploaded: send.uploaded }),
  source: 'page',
})
