import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/entities/chat.ts'
import { createReadMarkSender, firstUnread, readUpTo } from './reading.ts'

const ME = 7
const PARTNER = 9
const message = (id: number, sender: number): Message => ({
  id,
  client_id: `c${id}`,
  conversation: '7-9',
  sender,
  sent_at: id,
  type: 'text',
  text: '',
})
const messages = [message(1, PARTNER), message(2, ME), message(3, PARTNER), message(4, PARTNER), message(5, ME)]
const unread = { num_unread_messages: 2, my_read_up_to: 1 }
const base = { me: ME, chat: unread, messages, visible: true, sentUpTo: 0 }

describe('marking a conversation read [CHAT-1]', () => {
  test('goes up to the newest message of the partner', () => {
    expect(readUpTo(base)).toBe(4)
  })

  test('waits until the page is visible', () => {
    expect(readUpTo({ ...base, visible: false })).toBeNull()
  })

  test('is sent once, and again when a new message came', () => {
    expect(readUpTo({ ...base, sentUpTo: 4 })).toBeNull()
    expect(readUpTo({ ...base, sentUpTo: 4, messages: [...messages, message(6, PARTNER)] })).toBe(6)
  })

  test('is not sent when nothing is unread, nothing was begun, or all is mine', () => {
    expect(readUpTo({ ...base, chat: { ...unread, num_unread_messages: 0 } })).toBeNull()
    expect(readUpTo({ ...base, chat: null })).toBeNull()
    expect(readUpTo({ ...base, messages: [message(2, ME)] })).toBeNull()
    expect(readUpTo({ ...base, chat: { ...unread, my_read_up_to: 4 } })).toBeNull()
  })
})

describe('the unread divider', () => {
  test('is above the first message of the partner that I had not read', () => {
    expect(firstUnread(messages, ME, 1)?.id).toBe(3)
  })

  test('is missing when all was read', () => {
    expect(firstUnread(messages, ME, 4)).toBeUndefined()
  })
})

describe('the read marks this page has sent [CHAT-1]', () => {
  test('[CHAT-1] a read mark that was not accepted is sent again, an accepted one is not', async () => {
    const answers = new Map([
      [4, Promise.resolve(true)],
      [6, Promise.resolve(false)],
    ])
    const sender = createReadMarkSender((upTo) => answers.get(upTo) ?? Promise.resolve(true))
    await sender.send(4)
    expect(sender.sentUpTo()).toBe(4)
    const telling = sender.send(6)
    // While the request runs, nothing is sent twice.
    expect(sender.sentUpTo()).toBe(6)
    await telling
    expect(sender.sentUpTo()).toBe(4)
  })

  test('[CHAT-1] a mark that fails after a newer one was sent takes both back', async () => {
    const slow = Promise.withResolvers<boolean>()
    const sender = createReadMarkSender((upTo) => (upTo === 4 ? slow.promise : Promise.resolve(true)))
    const first = sender.send(4)
    await sender.send(6)
    slow.resolve(false)
    await first
    expect(sender.sentUpTo()).toBe(0)
  })
})
