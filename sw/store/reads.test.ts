/** A year of data must not make a screen slower: reads grow with the shown data, not with the stored data [PWA-1]. */
import { afterEach, expect, test } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { MESSAGES_PAGE } from '#contract/limits.ts'
import { conversationId } from '#contract/rules/conversation-id.ts'
import { cardOf } from '../testing/people.ts'
import { memberWorld } from '../testing/world.ts'
import { writeCards } from './profiles.ts'
import { isMember } from './session.ts'

const CONVERSATIONS = 40
const MESSAGES = 100
const STRANGERS = 500

const METHODS = ['get', 'getAll', 'getKey', 'getAllKeys', 'openCursor', 'openKeyCursor', 'count'] as const

let undo: (() => void)[] = []

afterEach(() => {
  for (const back of undo) back()
  undo = []
})

/** Counts the rows read from each store from now on. */
const countReads = (): Record<string, number> => {
  const reads: Record<string, number> = {}
  const count = (source: IDBObjectStore | IDBIndex, request: IDBRequest<unknown>): void => {
    const store = 'objectStore' in source ? source.objectStore.name : source.name
    request.addEventListener('success', () => {
      const rows = Array.isArray(request.result) ? request.result.length : 1
      reads[store] = (reads[store] ?? 0) + rows
    })
  }
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype])
    for (const method of METHODS) {
      const before = prototype[method] as (...given: unknown[]) => IDBRequest<unknown>
      Object.assign(prototype, {
        [method](this: IDBObjectStore, ...given: unknown[]) {
          const request = before.apply(this, given)
          count(this, request)
          return request
        },
      })
      undo.push(() => Object.assign(prototype, { [method]: before }))
    }
  return reads
}

const aYear = async () => {
  const world = await memberWorld()
  const session = await world.worker.device.sessions.current()
  if (!isMember(session)) throw new Error('Somebody is logged in')
  await session.write(['conversations', 'messages', 'profiles'], async (tx) => {
    let id = 1_000
    for (let partner = 10; partner < 10 + CONVERSATIONS; partner += 1) {
      const conversation = conversationId(1, partner)
      let last: Message | null = null
      for (let index = 0; index < MESSAGES; index += 1) {
        id += 1
        const sent_at = world.browser.clock - 1_000_000 + id
        last = {
          id,
          conversation,
          sender: partner,
          client_id: world.browser.newId(),
          sent_at,
          type: 'text',
          text: 'hi',
        }
        await tx.objectStore('messages').put(last)
      }
      await tx.objectStore('conversations').put({
        conversation,
        chat: { ...CHAT, conversation, profile: partner, last_message: last },
        history: { before: null, gap: false },
      })
    }
    const everyone = Array.from({ length: CONVERSATIONS + STRANGERS }, (_, index) => cardOf(10 + index))
    await writeCards(tx, everyone, world.browser.clock)
  })
  world.browser.network = 'down'
  return world
}

const CHAT: Omit<Chat, 'conversation' | 'profile'> = {
  num_unread_messages: 0,
  last_message: null,
  delivered_up_to: 0,
  read_up_to: 0,
  my_read_up_to: 0,
  closed: null,
}

test('[PWA-1] the list of conversations reads no messages, and only the profiles it shows', async () => {
  const { worker } = await aYear()
  const reads = countReads()
  const { json } = await worker.call('GET', '/api/chats')
  expect(json).toMatchObject({ chats: { length: CONVERSATIONS + 1 } })
  expect(reads['messages'] ?? 0).toBe(0)
  expect(reads['profiles']).toBe(CONVERSATIONS + 1)
})

test('[PWA-1] a conversation reads only its page', async () => {
  const { worker } = await aYear()
  const reads = countReads()
  const { json } = await worker.call('GET', '/api/chats/1-12/messages')
  expect(json).toMatchObject({ messages: { length: MESSAGES_PAGE } })
  // One extra row shows whether there are more, and the cursor reads one further.
  expect(reads['messages']).toBeLessThanOrEqual(MESSAGES_PAGE + 2)
  expect(reads['conversations']).toBeLessThanOrEqual(3)
  expect(reads['profiles']).toBe(1)
})

test('[LIKE-5] the deck, which is read after each swipe, reads the likes of its own cards alone', async () => {
  const { worker, browser } = await memberWorld()
  await worker.call('GET', '/api/swipe')
  await worker.settled()
  browser.network = 'down'
  const session = await worker.device.sessions.current()
  await session.write(['likes'], async (tx) => {
    for (let profile = 4; profile < 304; profile += 1)
      await tx.objectStore('likes').put({ profile, received: null, sent: { at: profile } })
  })
  const reads = countReads()
  const { json } = await worker.call('GET', '/api/swipe')
  expect((json as CallAnswer<'swipe.get'>).cards.map(({ id }) => id)).toEqual([2, 3])
  expect(reads['likes']).toBe(4)
})

test('[PWA-1] the session, the badge and the likes read neither messages nor profiles', async () => {
  const { worker } = await aYear()
  const reads = countReads()
  await worker.call('GET', '/api/user')
  await worker.call('GET', '/api/likes')
  const session = await worker.device.sessions.current()
  if (isMember(session)) await worker.device.showBadge(session)
  expect(reads['messages'] ?? 0).toBe(0)
  expect(reads['conversations'] ?? 0).toBe(0)
  expect(reads['profiles'] ?? 0).toBe(0)
})
