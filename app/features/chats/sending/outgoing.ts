/**
 * The messages that this page has posted and no list contains yet [CHAT-6]. The service worker takes each into its
 * outbox within milliseconds. Without a worker the page posts to the server, and stores a failed message with its id
 * [PWA-3]. The page never retries by itself.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { CallAnswer } from '#contract/calls.ts'
import type { Failure } from '#contract/entities/failure.ts'
import { ERROR_STATUS, type ErrorBody } from '#contract/errors.ts'
import { sendOutcomeOf } from '#contract/rules/retry.ts'
import type { TextStore } from '../../../ports/text-store.ts'
import type { NewSend, Send } from './send.ts'
import { dropUnsent, storeUnsent, readUnsent } from './unsent.ts'

/** The result of posting a message. */
export type SendAnswer =
  | { ok: true; queued: true }
  | { ok: true; queued: false; data: CallAnswer<'messages.send'> }
  | { ok: false; error: ErrorBody }

export type Outgoing = {
  sends: ReadonlySignal<readonly Send[]>
  send: (send: NewSend) => void
  retry: (clientId: string) => void
  discard: (clientId: string) => void
  /** A list of the conversation arrived with these client ids. */
  listed: (conversation: string, clientIds: ReadonlySet<string>) => void
  /** Restores the unsent messages of this member's earlier visit, and posts those that had no answer yet. */
  restore: (member: number) => void
  /** Clears the page's memory; the stored messages go with the member's drafts (`state/member-texts.ts`). */
  forget: (member: number) => void
}

type Needs = {
  /** @param arrived hears the share of a photo that has arrived, in [0, 1] */
  post: (send: Send, arrived: (share: number) => void) => Promise<SendAnswer>
  /** The device or the server answered: refetch the data that the message changes. */
  onAnswer: (send: Send, answer: SendAnswer) => void
  store: TextStore
}

export const makeOutgoing = ({ post, onAnswer, store }: Needs): Outgoing => {
  const sends = signal<readonly Send[]>([])
  /** The last post of each conversation: the next one waits for it, so that messages arrive in order [CHAT-14]. */
  const posts = new Map<string, Promise<void>>()
  const restored = new Set<number>()
  const sendOf = (clientId: string) => sends.peek().find(({ client_id }) => client_id === clientId)

  const change = (
    send: Send,
    fields: Partial<Pick<Send, 'state' | 'failure' | 'message' | 'missed' | 'uploaded'>>,
  ): void => {
    const changed = { ...send, ...fields }
    sends.value = sends.peek().map((one) => (one.client_id === send.client_id ? changed : one))
    if (changed.state === 'taken') dropUnsent(store, send)
    else storeUnsent(store, changed)
  }

  const remove = (send: Send): void => {
    sends.value = sends.peek().filter(({ client_id }) => client_id !== send.client_id)
    dropUnsent(store, send)
  }

  const postInTurn = ({ client_id, conversation }: Send): void => {
    const turn = (posts.get(conversation) ?? Promise.resolve()).then(() => postNow(client_id))
    posts.set(conversation, turn)
  }

  const postNow = async (clientId: string): Promise<void> => {
    const send = sendOf(clientId)
    if (send?.state !== 'sending') return
    const answer = await post(send, (uploaded) => {
      const current = sendOf(clientId)
      if (current) change(current, { uploaded })
    })
    // A list, a retry or the member may have changed or removed it meanwhile.
    const current = sendOf(clientId)
    if (current) {
      if (answer.ok)
        change(current, { state: 'taken', failure: null, message: answer.queued ? null : answer.data.message })
      else fail(current, failureOf(answer.error))
    }
    onAnswer(send, answer)
  }

  /** After a failure that a retry could heal, later messages fail with it: they would overtake. */
  const fail = (send: Send, failure: Failure): void => {
    change(send, { state: 'failed', failure })
    if (!isTemporary(failure)) return
    for (const later of sends.peek())
      if (later.conversation === send.conversation && later.state === 'sending')
        change(later, { state: 'failed', failure })
  }

  return {
    sends,
    send: (newSend) => {
      const send: Send = { ...newSend, state: 'sending', failure: null, message: null, missed: 0 }
      sends.value = [...sends.peek(), send]
      storeUnsent(store, send)
      postInTurn(send)
    },
    /** Posts this message again, and before it all earlier ones with a temporary failure. */
    retry: (clientId) => {
      const all = sends.peek()
      const position = all.findIndex(({ client_id }) => client_id === clientId)
      for (const send of all.slice(0, position + 1)) {
        if (send.conversation !== all[position]?.conversation || !send.failure) continue
        if (send.client_id !== clientId && !isTemporary(send.failure)) continue
        change(send, { state: 'sending', failure: null })
        postInTurn(send)
      }
    },
    discard: (clientId) => {
      const send = sendOf(clientId)
      if (send) remove(send)
    },
    /**
     * A listed message is done. One that was taken and that two lists lack was discarded in another tab. One missing
     * list is no proof: it may have been requested before the message was taken.
     */
    listed: (conversation, clientIds) => {
      for (const send of sends.peek()) {
        if (send.conversation !== conversation) continue
        if (clientIds.has(send.client_id)) remove(send)
        else if (send.state === 'taken' && send.missed > 0) remove(send)
        else if (send.state === 'taken') change(send, { missed: 1 })
      }
    },
    restore: (member) => {
      if (restored.has(member)) return
      restored.add(member)
      const unsent = readUnsent(store, member).filter(({ client_id }) => !sendOf(client_id))
      if (unsent.length === 0) return
      sends.value = [...unsent, ...sends.peek()]
      for (const send of unsent) if (send.state === 'sending') postInTurn(send)
    },
    forget: (member) => {
      restored.delete(member)
      sends.value = sends.peek().filter(({ sender }) => sender !== member)
    },
  }
}

/** Whether a retry could succeed: there is no network, or the server cannot answer at present. */
const isTemporary = (failure: Pick<ErrorBody, 'error'>): boolean =>
  sendOutcomeOf(ERROR_STATUS[failure.error], failure, null).kind !== 'failed'

const failureOf = ({ error, name, cost, credits }: ErrorBody): Failure => ({
  error,
  ...(name === undefined ? {} : { name }),
  ...(cost === undefined ? {} : { cost }),
  ...(credits === undefined ? {} : { credits }),
})
