/** Sends the messages of this page: at once on screen, one after another per conversation, never lost. */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { TextStore } from '../storage.ts'
import {
  isOnlyHere,
  nextToPost,
  sendsAfter,
  type NewSend,
  type Send,
  type SendAnswer,
  type SendEvent,
} from './sends.ts'
import { dropUnsent, forgetUnsent, keepUnsent, readUnsent } from './unsent.ts'

export type Outgoing = {
  sends: ReadonlySignal<readonly Send[]>
  send: (send: NewSend) => void
  retry: (clientId: string) => void
  discard: (clientId: string) => void
  /** A list of the conversation arrived with these client ids. */
  listed: (conversation: string, clientIds: ReadonlySet<string>) => void
  /** Restores the unsent messages of this member's earlier visit; a send that was in flight is retried. */
  restore: (member: number) => void
  forget: (member: number) => void
}

type Needs = {
  post: (send: Send) => Promise<SendAnswer>
  /** The device or the server answered: refetch the data that the send changes. */
  onAnswer: (send: Send, answer: SendAnswer) => void
  store: TextStore
}

export const makeOutgoing = ({ post, onAnswer, store }: Needs): Outgoing => {
  const sends = signal<readonly Send[]>([])
  const lanes = new Set<string>()
  const restored = new Set<number>()

  const happen = (event: SendEvent): void => {
    const before = sends.value
    sends.value = sendsAfter(before, event)
    for (const send of sends.value) if (isOnlyHere(send) && !before.includes(send)) keepUnsent(store, send)
    const kept = new Set(sends.value.filter(isOnlyHere).map(({ client_id }) => client_id))
    for (const send of before) if (isOnlyHere(send) && !kept.has(send.client_id)) dropUnsent(store, send)
  }

  const run = async (conversation: string): Promise<void> => {
    if (lanes.has(conversation)) return
    lanes.add(conversation)
    try {
      for (let next = nextToPost(sends.value, conversation); next; next = nextToPost(sends.value, conversation)) {
        const answer = await post(next)
        happen({ kind: 'answered', client_id: next.client_id, answer })
        onAnswer(next, answer)
      }
    } finally {
      lanes.delete(conversation)
    }
  }

  const runAll = (): void => {
    for (const conversation of new Set(sends.value.map((send) => send.conversation))) void run(conversation)
  }

  return {
    sends,
    send: (send) => {
      happen({ kind: 'made', send })
      void run(send.conversation)
    },
    retry: (clientId) => {
      happen({ kind: 'retried', client_id: clientId })
      runAll()
    },
    discard: (clientId) => happen({ kind: 'discarded', client_id: clientId }),
    listed: (conversation, clientIds) => {
      if (sends.value.some((send) => send.conversation === conversation))
        happen({ kind: 'listed', conversation, client_ids: clientIds })
    },
    restore: (member) => {
      if (restored.has(member)) return
      restored.add(member)
      const left = readUnsent(store, member)
      if (left.length === 0) return
      happen({ kind: 'restored', sends: left })
      runAll()
    },
    forget: (member) => {
      restored.delete(member)
      happen({ kind: 'forgotten', member })
      forgetUnsent(store, member)
    },
  }
}
