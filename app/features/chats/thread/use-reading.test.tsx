// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { noteMovement } from '../../../ports/idle.ts'
import { visible } from '../../../ports/page.ts'
import { retainResource } from '../../../state/resource.ts'
import { useOpenedAt, useReadMark, createReadMarkSender, firstUnread, readUpTo } from './use-reading.ts'

type Answer = CallAnswer<'messages.list'>

const ME = 1
const CONVERSATION = '1-7'

const message = (id: number, sender: number) => ({ id, sender }) as Message
/** An answer with as many unread messages after the mark. */
const answerWith = (messages: Message[], read: number, unread: number): Answer =>
  ({ messages, chat: { my_read_up_to: read, num_unread_messages: unread } as Chat }) as Answer

const asked: unknown[] = []
let status = 200

beforeEach(() => {
  asked.length = 0
  status = 200
  visible.value = true
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    asked.push([url, JSON.parse(body ?? 'null')])
    return Response.json(status === 200 ? { num_unread_messages: 0 } : { error: 'server_error' }, { status })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const settle = () => act(async () => {})

const show = async (answer: Answer | null) => {
  const shown = renderHook(({ now }: { now: Answer | null }) => useReadMark(ME, CONVERSATION, now), {
    initialProps: { now: answer },
  })
  await settle()
  return { update: async (now: Answer) => (shown.rerender({ now }), settle()) }
}

const markTo = (id: number) => [`/api/chats/${CONVERSATION}/read`, { up_to: id }]

describe('[CHAT-1] the read mark', () => {
  test('is sent once for the partner’s newest message', async () => {
    const answer = answerWith([message(3, 7), message(4, ME)], 2, 1)
    const { update } = await show(answer)
    await update({ ...answer })
    expect(asked).toEqual([markTo(3)])
  })

  test('makes a page without a worker count again, in the list and in the badge', async () => {
    const releases = [retainResource('chats.get', { query: {} }), retainResource('user.get', {})]
    const gets = [
      ['/api/chats', null],
      ['/api/user', null],
    ]
    await vi.waitFor(() => expect(asked).toEqual(gets))
    await show(answerWith([message(3, 7)], 2, 1))
    await vi.waitFor(() => expect(asked).toEqual([...gets, markTo(3), ...gets]))
    for (const release of releases) release()
  })

  test('waits for the end of the movement to the conversation, and is not sent for one that was left meanwhile', async () => {
    const movement = Promise.withResolvers<void>()
    noteMovement(movement.promise)
    await show(answerWith([message(3, 7)], 2, 1))
    cleanup()
    await show(answerWith([message(5, 7)], 2, 1))
    expect(asked).toEqual([])
    movement.resolve()
    await vi.waitFor(() => expect(asked).toEqual([markTo(5)]))
  })

  test('waits until the page is visible', async () => {
    visible.value = false
    await show(answerWith([message(3, 7)], 2, 1))
    expect(asked).toEqual([])
    act(() => {
      visible.value = true
    })
    await settle()
    expect(asked).toEqual([markTo(3)])
  })

  test('is sent again with the next answer if it was not accepted', async () => {
    status = 500
    const { update } = await show(answerWith([message(3, 7)], 2, 1))
    status = 200
    await update(answerWith([message(3, 7)], 2, 1))
    expect(asked).toEqual([markTo(3), markTo(3)])
  })

  test('is not sent for my own messages, or where nothing is unread', async () => {
    const { update } = await show(answerWith([message(3, ME)], 2, 1))
    await update(answerWith([message(3, 7)], 3, 0))
    expect(asked).toEqual([])
  })
})

describe('[CHAT-1] the unread divider', () => {
  test('stays at the mark of the opening while later messages are read', () => {
    const { result, rerender } = renderHook(({ now }: { now: Answer | null }) => useOpenedAt(now), {
      initialProps: { now: null as Answer | null },
    })
    expect(result.current).toBeNull()
    rerender({ now: answerWith([message(3, 7)], 2, 1) })
    expect(result.current).toBe(2)
    rerender({ now: answerWith([message(3, 7), message(5, 7)], 5, 0) })
    expect(result.current).toBe(2)
  })

  test('is missing if the conversation opened without unread messages', () => {
    const { result, rerender } = renderHook(({ now }: { now: Answer }) => useOpenedAt(now), {
      initialProps: { now: answerWith([message(3, 7)], 3, 0) },
    })
    rerender({ now: answerWith([message(3, 7), message(5, 7)], 3, 1) })
    expect(result.current).toBeNull()
  })
})

const PARTNER = 7
const messages = [message(1, PARTNER), message(2, ME), message(3, PARTNER), message(4, PARTNER), message(5, ME)]
const unread = { num_unread_messages: 2, my_read_up_to: 1 }
const base = { me: ME, chat: unread, messages, visible: true, sentUpTo: 0 }

describe('[CHAT-1] the next read mark', () => {
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

describe('[CHAT-1] the first unread message', () => {
  test('is the first message of the partner that I had not read', () => {
    expect(firstUnread(messages, ME, 1)?.id).toBe(3)
  })

  test('is missing when all was read', () => {
    expect(firstUnread(messages, ME, 4)).toBeUndefined()
  })
})

describe('[CHAT-1] the sender of read marks', () => {
  test('a read mark that was not accepted is sent again, an accepted one is not', async () => {
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

  test('a mark that fails after a newer one was sent takes both back', async () => {
    const slow = Promise.withResolvers<boolean>()
    const sender = createReadMarkSender((upTo) => (upTo === 4 ? slow.promise : Promise.resolve(true)))
    const first = sender.send(4)
    await sender.send(6)
    slow.resolve(false)
    await first
    expect(sender.sentUpTo()).toBe(0)
  })
})
