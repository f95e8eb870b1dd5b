/** A message that this page posts, before and after the answer. */
import type { Message } from '#contract/entities/chat.ts'
import type { Failure } from '#contract/entities/failure.ts'
import type { Content } from '../content.ts'

export type NewSend = Content & {
  /** Made once per message and reused by every retry, so that repeated posts create one message [CHAT-5]. */
  client_id: string
  conversation: string
  /** Profile ids. */
  sender: number
  profile: number
  sent_at: number
}

export type Send = NewSend & {
  /** `taken`: in the device's outbox, or stored by the server as `message`. It stays until a list contains it. */
  state: 'sending' | 'taken' | 'failed'
  failure: Failure | null
  message: Message | null
  /** The share of a photo that has arrived at the server, in [0, 1]; only without a worker. */
  uploaded?: number | undefined
  /** The number of lists without this message since it was taken. */
  missed: number
}
