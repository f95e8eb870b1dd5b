import { describe, expect, test } from 'vitest'
import type { Message, WaitingMessage } from '#contract/entities/chat.ts'
import type { Send } from '../sending/send.ts'
import { threadMessages, type ThreadSources } from './thread-message.ts'

const ME = 7
const PARTNER = 9
const conversation = '7-9'

const message = (id: number, sender = ME, client_id = `c${id}`): Message => ({
  id,
  client_id,
  conversation,
  sender,
  sent_at: id * 1_000,
  type: 'text',
  text: `m${id}`,
})
const waiting = (client_id: string, over: Partial<Extract<WaitingMessage, { type: 'text' }>> = {}): WaitingMessage => ({
  client_id,
  conversation,
  sender: ME,
  sent_at: 1,
  type: 'text',
  text: client_id,
  state: 'queued',
  failure: null,
  ...over,
})
const send = (client_id: string, over: Partial<Extract<Send, { type: 'text' }>> = {}): Send => ({
  client_id,
  conversation,
  sender: ME,
  profile: PARTNER,
  type: 'text',
  text: client_id,
  sent_at: 1,
  state: 'sending',
  failure: null,
  message: null,
  missed: 0,
  ...over,
})
const thread = (sources: Partial<ThreadSources>) =>
  threadMessages({
    me: ME,
    stored: [],
    waiting: [],
    sends: [],
    marks: { delivered_up_to: 0, read_up_to: 0 },
    ...sources,
  })
const shown = (sources: Partial<ThreadSources>) =>
  thread(sources).map((message) => `${message.type === 'text' ? message.text : message.type} ${message.state}`)

const PHOTO = { type: 'photo', photo: { filename: '', thumb_filename: '', colours: '', width: 1, height: 1 } } as const

describe('the messages of a conversation', () => {
  test('[CHAT-6] a photo says how much of it has arrived, from the device, or from a page without a worker as long as it sends', () => {
    const { text: _, ...common } = { ...waiting('c1'), text: '' }
    const onDevice: WaitingMessage = { ...common, ...PHOTO, uploaded: 0.4 }
    const { text: __, ...page } = { ...send('c2'), text: '' }
    const onPage: Send = { ...page, ...PHOTO, uploaded: 0.3 }
    const failed: Send = { ...onPage, client_id: 'c3', state: 'failed' }
    const all = thread({ waiting: [onDevice], sends: [onPage, failed] })
    expect(all.map(({ uploaded }) => uploaded)).toEqual([0.4, 0.3, undefined])
  })

  test('[CHAT-6] my messages show sent, delivered and read; the partner’s have no state', () => {
    const stored = [message(1), message(2), message(3, PARTNER), message(4)]
    expect(shown({ stored, marks: { delivered_up_to: 2, read_up_to: 1 } })).toEqual([
      'm1 read',
      'm2 delivered',
      'm3 null',
      'm4 sent',
    ])
  })

  test('[PWA-10] a kind that this page does not know takes its place in the thread and names itself newer', () => {
    // The types know no kind of a newer version, so both are cast.
    const voice = { ...message(2, PARTNER), type: 'voice' } as unknown as Message
    const own = { ...waiting('d1'), type: 'voice' } as unknown as WaitingMessage
    expect(shown({ stored: [message(1), voice], waiting: [own] })).toEqual(['m1 sent', 'newer null', 'newer queued'])
  })

  test('[CHAT-6] queued, sending and failed come from the device and from this page', () => {
    expect(
      shown({
        waiting: [
          waiting('d1'),
          waiting('d2', { state: 'sending' }),
          waiting('d3', { state: 'failed', failure: { error: 'blocked' } }),
        ],
        sends: [send('p1'), send('p2', { state: 'taken' }), send('p3', { state: 'failed' })],
      }),
    ).toEqual(['d1 queued', 'd2 sending', 'd3 failed', 'p1 sending', 'p2 queued', 'p3 failed'])
  })

  test('[CHAT-5] a message from several sources appears once, and the server’s version wins', () => {
    const stored = [message(1, ME, 'a')]
    expect(shown({ stored, waiting: [waiting('a')], sends: [send('a')] })).toEqual(['m1 sent'])
    expect(shown({ waiting: [waiting('a')], sends: [send('a')] })).toEqual(['a queued'])
    expect(shown({ stored, sends: [send('a', { state: 'taken', message: message(1, ME, 'a') })] })).toEqual(['m1 sent'])
  })

  test('[CHAT-5] the partner’s message with the same client id is another message', () => {
    expect(shown({ stored: [message(1, PARTNER, 'a')], sends: [send('a')] })).toEqual(['m1 null', 'a sending'])
  })

  test('[CHAT-14] stored messages are in the server’s order, then waiting ones in the order they were written', () => {
    expect(
      shown({
        stored: [message(3), message(1, PARTNER)],
        waiting: [waiting('0199-a'), waiting('0199-c')],
        sends: [send('0199-b')],
      }),
    ).toEqual(['m1 null', 'm3 sent', '0199-a queued', '0199-b sending', '0199-c queued'])
  })

  test('[CHAT-14] waiting messages have the order of their arrival, also after the clock was set back', () => {
    expect(shown({ waiting: [waiting('0199-b'), waiting('0198-a')] })).toEqual(['0199-b queued', '0198-a queued'])
    expect(shown({ waiting: [waiting('0199-b')], sends: [send('0199-c'), send('0198-a')] })).toEqual([
      '0199-b queued',
      '0199-c sending',
      '0198-a sending',
    ])
  })

  test('[CHAT-6] a bubble has the same key while sending and when sent, so that it changes in place', () => {
    const [sending] = thread({ sends: [send('a')] })
    const [queued] = thread({ waiting: [waiting('a')] })
    const [sent] = thread({ stored: [message(1, ME, 'a')] })
    expect(new Set([sending?.key, queued?.key, sent?.key]).size).toBe(1)
  })

  test('[CHAT-6] a send that the server accepted shows as sent before any list contains it', () => {
    expect(shown({ sends: [send('a', { state: 'taken', message: message(5, ME, 'a') })] })).toEqual(['m5 sent'])
  })
})
