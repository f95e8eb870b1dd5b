import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/entities/chat.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { memoryStore } from '../../../testing/memory-store.ts'
import { makeOutgoing, type SendAnswer } from './outgoing.ts'
import type { NewSend, Send } from './send.ts'

const A = '0199aaaa-0000-7000-8000-00000000000a'
const B = '0199aaaa-0000-7000-8000-00000000000b'
const C = '0199aaaa-0000-7000-8000-00000000000c'

const newSend = (client_id: string, over: Partial<Omit<NewSend, 'type'>> = {}): NewSend => ({
  client_id,
  conversation: '7-9',
  sender: 7,
  profile: 9,
  type: 'text',
  text: `text ${client_id.at(-1)}`,
  sent_at: 1,
  ...over,
})

const QUEUED: SendAnswer = { ok: true, queued: true }
const message: Message = {
  id: 4,
  client_id: A,
  conversation: '7-9',
  sender: 7,
  sent_at: 2,
  type: 'text',
  text: 'text a',
}
const ACCEPTED: SendAnswer = { ok: true, queued: false, data: { message, credits: 3 } }
const refused = (error: ErrorCode): SendAnswer => ({ ok: false, error: { error } })
const LOST = refused('network_unavailable')

const turn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve))

/** A page whose requests the test answers. */
const aPage = (store = memoryStore()) => {
  const asked: { send: Send; answer: (answer: SendAnswer) => void }[] = []
  const answers: string[] = []
  const outgoing = makeOutgoing({
    post: async (send, arrived) => {
      const { promise, resolve } = Promise.withResolvers<SendAnswer>()
      asked.push({ send, answer: resolve })
      if (send.type === 'photo') arrived(0.4)
      return promise
    },
    onAnswer: (send, answer) => void answers.push(`${send.conversation} ${answer.ok}`),
    store,
  })
  return {
    outgoing,
    store,
    answers,
    turn,
    answer: async (clientId: string, answer: SendAnswer): Promise<void> => {
      asked.findLast(({ send }) => send.client_id === clientId)?.answer(answer)
      await turn()
    },
    send: async (...sends: NewSend[]): Promise<void> => {
      for (const send of sends) outgoing.send(send)
      await turn()
    },
    list: (...clientIds: string[]) => outgoing.listed('7-9', new Set(clientIds)),
    posted: () => asked.map(({ send }) => send.client_id.at(-1)).join(''),
    states: () => outgoing.sends.value.map(({ client_id, state }) => `${client_id.at(-1)} ${state}`),
  }
}

describe('a message of this page', () => {
  test('[CHAT-6] is in state sending from the moment it is made', () => {
    const page = aPage()
    page.outgoing.send(newSend(A))
    expect(page.states()).toEqual(['a sending'])
  })

  test('[CHAT-6] says how much of its photo has arrived', async () => {
    const page = aPage()
    const { text: _, ...common } = { ...newSend(A), text: '' }
    const photo = { filename: 'blob:', thumb_filename: '', colours: '', width: 1, height: 1 }
    await page.send({ ...common, type: 'photo', photo })
    expect(page.outgoing.sends.value).toMatchObject([{ state: 'sending', uploaded: 0.4 }])
  })

  test('[CHAT-6] stays on screen between the answer and the list that shows it', async () => {
    const page = aPage()
    await page.send(newSend(A))
    await page.answer(A, ACCEPTED)
    expect(page.outgoing.sends.value).toMatchObject([{ state: 'taken', message }])
    page.list(A)
    expect(page.states()).toEqual([])
  })

  test('[PWA-3] stays when the answer is lost, with the reason, and a retry posts the same client id [CHAT-5]', async () => {
    const page = aPage()
    await page.send(newSend(A))
    await page.answer(A, LOST)
    expect(page.outgoing.sends.value).toMatchObject([{ state: 'failed', failure: { error: 'network_unavailable' } }])
    page.outgoing.retry(A)
    await page.turn()
    expect(page.posted()).toBe('aa')
  })

  test('[CHAT-14] is restored in the order of writing, once, whatever order the browser lists the stored ones in', async () => {
    const store = memoryStore()
    const before = aPage(store)
    await before.send(newSend(A), newSend(B))
    const page = aPage({ ...store, keys: (prefix: string) => store.keys(prefix).toReversed() })
    await page.send(newSend(C, { conversation: '7-8' }))
    page.outgoing.restore(7)
    await page.turn()
    expect(page.states()).toEqual(['a sending', 'b sending', 'c sending'])
    await page.answer(A, QUEUED)
    expect(page.posted()).toBe('cab')
  })

  test('[PWA-3] is posted again without those of other conversations', async () => {
    const page = aPage()
    await page.send(newSend(A, { conversation: '7-8' }), newSend(B))
    for (const id of [A, B]) await page.answer(id, LOST)
    page.outgoing.retry(B)
    await page.turn()
    expect(page.states()).toEqual(['a failed', 'b sending'])
  })

  test('[PWA-3] is never dropped because a list lacks it while only this page has it', async () => {
    const page = aPage()
    await page.send(newSend(A))
    for (let lists = 0; lists < 3; lists += 1) page.list()
    expect(page.states()).toEqual(['a sending'])
    await page.answer(A, refused('blocked'))
    for (let lists = 0; lists < 3; lists += 1) page.list()
    expect(page.states()).toEqual(['a failed'])
  })

  test('[PWA-2] survives one earlier list after the device took it, and leaves no ghost after the next', async () => {
    const page = aPage()
    await page.send(newSend(A))
    await page.answer(A, QUEUED)
    page.list()
    expect(page.states()).toEqual(['a taken'])
    page.list()
    expect(page.states()).toEqual([])
  })

  test('[CHAT-6] is not changed by the list of another conversation', async () => {
    const page = aPage()
    await page.send(newSend(A, { conversation: '7-8' }))
    await page.answer(A, QUEUED)
    page.list(A)
    expect(page.states()).toEqual(['a taken'])
  })

  test('[CHAT-5] is done once a list contains it, even if its answer was lost', async () => {
    const page = aPage()
    await page.send(newSend(A))
    await page.answer(A, LOST)
    page.list(A)
    expect(page.states()).toEqual([])
    expect(page.store.keys('')).toEqual([])
  })

  test('[CHAT-6] every answer is reported, so that lists are refetched', async () => {
    const page = aPage()
    await page.send(newSend(A))
    await page.answer(A, LOST)
    expect(page.answers).toEqual(['7-9 false'])
  })
})

describe('the order of one conversation', () => {
  test('[CHAT-14] a message is posted after the answer to the one before, and conversations do not wait for each other', async () => {
    const page = aPage()
    await page.send(newSend(A), newSend(C, { conversation: '7-8' }), newSend(B))
    expect(page.posted()).toBe('ac')
    await page.answer(A, QUEUED)
    expect(page.posted()).toBe('acb')
  })

  test('[CHAT-14] a lost connection stops the later messages, in this conversation only', async () => {
    const page = aPage()
    await page.send(newSend(A), newSend(C, { conversation: '7-8' }), newSend(B))
    await page.answer(A, LOST)
    expect(page.states()).toEqual(['a failed', 'c sending', 'b failed'])
    expect(page.posted()).toBe('ac')
  })

  test('[CHAT-14] a retry also posts earlier messages that failed for a temporary reason, in order', async () => {
    const page = aPage()
    await page.send(newSend(A), newSend(B), newSend(C))
    await page.answer(A, LOST)
    page.outgoing.retry(B)
    await page.turn()
    expect(page.states()).toEqual(['a sending', 'b sending', 'c failed'])
    expect(page.posted()).toBe('aa')
    await page.answer(A, QUEUED)
    expect(page.posted()).toBe('aab')
  })

  test('[CHAT-6] a refusal affects its message alone: later messages are posted', async () => {
    const page = aPage()
    await page.send(newSend(A), newSend(B))
    await page.answer(A, refused('not_enough_credits'))
    expect(page.states()).toEqual(['a failed', 'b sending'])
    expect(page.posted()).toBe('ab')
    await page.answer(B, LOST)
    page.outgoing.retry(B)
    await page.turn()
    expect(page.states()).toEqual(['a failed', 'b sending'])
    expect(page.posted()).toBe('abb')
  })

  test('[CHAT-6] a message discarded before its turn is not posted', async () => {
    const page = aPage()
    await page.send(newSend(A), newSend(B))
    page.outgoing.discard(B)
    await page.answer(A, QUEUED)
    expect(page.posted()).toBe('a')
  })
})

describe('the store of unsent messages', () => {
  test('[PWA-3] a page closed before the answer posts again on return, once', async () => {
    const first = aPage()
    await first.send(newSend(A))
    const next = aPage(first.store)
    next.outgoing.restore(7)
    next.outgoing.restore(7)
    await next.turn()
    expect(next.posted()).toBe('a')
    expect(next.states()).toEqual(['a sending'])
  })

  test('[PWA-3] a failed message is still there after a reload, with its reason, and is not retried unasked', async () => {
    const first = aPage()
    await first.send(newSend(A))
    await first.answer(A, { ok: false, error: { error: 'blocked', name: 'Lena' } })
    const next = aPage(first.store)
    next.outgoing.restore(7)
    await next.turn()
    expect(next.outgoing.sends.value[0]?.failure).toEqual({ error: 'blocked', name: 'Lena' })
    expect(next.posted()).toBe('')
  })

  test('[PWA-3] a message that an older version stored is posted once, under its own id', async () => {
    const store = memoryStore()
    const { type, ...rest } = newSend(A)
    store.set(`unsent:7:${A}`, JSON.stringify({ ...rest, state: 'sending', failure: null, type }))
    const page = aPage(store)
    page.outgoing.restore(7)
    await page.turn()
    expect(page.posted()).toBe('a')
    await page.answer(A, QUEUED)
    expect(store.size()).toBe(0)
    const later = aPage(store)
    later.outgoing.restore(7)
    await later.turn()
    expect(later.posted()).toBe('')
  })

  test('[PWA-3] [PWA-10] a message with a reason that only a newer version knows is still there after a rollback', () => {
    const store = memoryStore()
    const { type, ...rest } = newSend(A)
    store.set(`unsent:7:${A}`, JSON.stringify({ ...rest, state: 'failed', failure: { error: 'made_up' }, type }))
    const page = aPage(store)
    page.outgoing.restore(7)
    expect(page.states()).toEqual(['a failed'])
  })

  test('[PWA-3] a taken or discarded message leaves nothing in the store', async () => {
    const page = aPage()
    await page.send(newSend(A))
    expect(page.store.keys('')).toHaveLength(1)
    await page.answer(A, QUEUED)
    expect(page.store.keys('')).toEqual([])
    await page.send(newSend(B))
    page.outgoing.discard(B)
    expect(page.store.keys('')).toEqual([])
  })

  test('[PWA-2] a gift survives a reload; a photo, too big for the store, is not stored in part', async () => {
    const page = aPage()
    const { client_id: _, ...about } = newSend(A)
    const photo = { filename: 'blob:x', thumb_filename: 'blob:x', colours: '', width: 1, height: 1 }
    await page.send(
      { ...about, client_id: A, type: 'gift', gift: 'rose' },
      { ...about, client_id: B, type: 'photo', photo },
    )
    const next = aPage(page.store)
    next.outgoing.restore(7)
    expect(next.outgoing.sends.value).toMatchObject([{ client_id: A, type: 'gift', gift: 'rose' }])
  })

  test('[PWA-11] the page forgets the messages of a member who has left, and sends them when that member is back', async () => {
    const page = aPage()
    await page.send(newSend(A), newSend(B, { sender: 8 }))
    page.outgoing.forget(7)
    expect(page.states()).toEqual(['b sending'])
    page.outgoing.restore(7)
    expect(page.states()).toEqual(['a sending', 'b sending'])
  })
})
