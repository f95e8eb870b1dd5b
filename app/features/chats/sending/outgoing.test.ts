import { describe, expect, test } from 'vitest'
import { memoryStore } from '../memory-store.ts'
import { makeOutgoing, type Outgoing } from './outgoing.ts'
import type { NewSend, Send, SendAnswer } from './sends.ts'

/** A server that answers when the test says so. */
const slowPost = () => {
  const asked: { send: Send; answer: (answer: SendAnswer) => void }[] = []
  const post = async (send: Send): Promise<SendAnswer> => {
    const { promise, resolve } = Promise.withResolvers<SendAnswer>()
    asked.push({ send, answer: resolve })
    return promise
  }
  return { asked, post }
}

const ID = ['0199aaaa-0000-7000-8000-000000000001', '0199aaaa-0000-7000-8000-000000000002'] as const
const textOf = (send: Send): string => (send.type === 'text' ? send.text : send.type)
const newSend = (client_id: string, text: string): NewSend => ({
  client_id,
  conversation: '7-9',
  sender: 7,
  profile: 9,
  type: 'text',
  text,
  sent_at: 1,
})
const turn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))
const states = (outgoing: Outgoing) => outgoing.sends.value.map((send) => `${textOf(send)} ${send.state}`)
const LOST: SendAnswer = { ok: false, error: { error: 'network_unavailable' } }

describe('outgoing messages', () => {
  test('[CHAT-14] the second message is posted after the answer to the first', async () => {
    const { asked, post } = slowPost()
    const outgoing = makeOutgoing({ post, onAnswer: () => {}, store: memoryStore() })
    outgoing.send(newSend(ID[0], 'one'))
    outgoing.send(newSend(ID[1], 'two'))
    expect(asked.map(({ send }) => textOf(send))).toEqual(['one'])
    asked[0]?.answer({ ok: true, queued: true })
    await turn()
    expect(asked.map(({ send }) => textOf(send))).toEqual(['one', 'two'])
    expect(states(outgoing)).toEqual(['one held', 'two sending'])
  })

  test('[CHAT-5] a retry posts the same client id', async () => {
    const { asked, post } = slowPost()
    const outgoing = makeOutgoing({ post, onAnswer: () => {}, store: memoryStore() })
    outgoing.send(newSend(ID[0], 'one'))
    asked[0]?.answer(LOST)
    await turn()
    expect(states(outgoing)).toEqual(['one failed'])
    outgoing.retry(ID[0])
    expect(asked.map(({ send }) => send.client_id)).toEqual([ID[0], ID[0]])
  })

  test('[PWA-3] a page closed before the answer sends again on return, once', () => {
    const store = memoryStore()
    makeOutgoing({ ...slowPost(), onAnswer: () => {}, store }).send(newSend(ID[0], 'one'))
    const { asked, post } = slowPost()
    const next = makeOutgoing({ post, onAnswer: () => {}, store })
    next.restore(7)
    next.restore(7)
    expect(asked.map(({ send }) => send.client_id)).toEqual([ID[0]])
    expect(states(next)).toEqual(['one sending'])
  })

  test('[PWA-3] a failed send is still there after a reload, with its reason, and is not retried unasked', async () => {
    const store = memoryStore()
    const first = slowPost()
    makeOutgoing({ post: first.post, onAnswer: () => {}, store }).send(newSend(ID[0], 'one'))
    first.asked[0]?.answer({ ok: false, error: { error: 'blocked', name: 'Lena' } })
    await turn()
    const { asked, post } = slowPost()
    const next = makeOutgoing({ post, onAnswer: () => {}, store })
    next.restore(7)
    expect(next.sends.value[0]?.failure).toEqual({ error: 'blocked', name: 'Lena' })
    expect(asked).toEqual([])
  })

  test('an accepted or discarded send leaves nothing in the store', async () => {
    const { asked, post } = slowPost()
    const store = memoryStore()
    const outgoing = makeOutgoing({ post, onAnswer: () => {}, store })
    outgoing.send(newSend(ID[0], 'one'))
    expect(store.size()).toBe(1)
    asked[0]?.answer({ ok: true, queued: true })
    await turn()
    expect(store.size()).toBe(0)
    outgoing.send(newSend(ID[1], 'two'))
    outgoing.discard(ID[1])
    expect(store.size()).toBe(0)
  })

  test('[PWA-2] a gift survives a reload; a photo, too big for the store, is not stored in part', () => {
    const store = memoryStore()
    const { text: _text, ...rest } = { text: '', ...newSend(ID[0], '') }
    const outgoing = makeOutgoing({ ...slowPost(), onAnswer: () => {}, store })
    outgoing.send({ ...rest, type: 'gift', gift: 'rose' })
    const photo = { filename: 'blob:x', thumb_filename: 'blob:x', colours: '', width: 1, height: 1 }
    outgoing.send({ ...rest, client_id: ID[1], type: 'photo', photo })
    const next = makeOutgoing({ ...slowPost(), onAnswer: () => {}, store })
    next.restore(7)
    expect(next.sends.value).toMatchObject([{ client_id: ID[0], type: 'gift', gift: 'rose' }])
  })

  test('[PWA-11] logout deletes unsent messages, also those only in the store', () => {
    const store = memoryStore()
    makeOutgoing({ ...slowPost(), onAnswer: () => {}, store }).send(newSend(ID[0], 'one'))
    const other = makeOutgoing({ ...slowPost(), onAnswer: () => {}, store })
    other.forget(7)
    expect(store.size()).toBe(0)
    other.restore(7)
    expect(states(other)).toEqual([])
  })

  test('every answer is reported, so that lists are refetched', async () => {
    const { asked, post } = slowPost()
    const told: string[] = []
    const outgoing = makeOutgoing({
      post,
      onAnswer: (send, answer) => void told.push(`${send.conversation} ${answer.ok}`),
      store: memoryStore(),
    })
    outgoing.send(newSend(ID[0], 'one'))
    asked[0]?.answer(LOST)
    await turn()
    expect(told).toEqual(['7-9 false'])
  })
})
