import { describe, expect, test } from 'vitest'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { aCard, aChat } from '../../../testing/factories.ts'
import type { Send } from '../sending/send.ts'
import { chatRows } from './chat-rows.ts'

const ME = 7

const card = (id: number) => aCard({ id, name: `P${id}` })
const message = (partner: number, id: number, sender: number, sent_at: number): Message => ({
  id,
  client_id: `c${id}`,
  conversation: `${ME}-${partner}`,
  sender,
  sent_at,
  type: 'text',
  text: `m${id}`,
})
const chat = (partner: number, over: Partial<Chat> = {}): Chat => aChat(`${ME}-${partner}`, over)
const waiting = (partner: number, state: 'queued' | 'failed', sent_at: number): Partial<Chat> => ({
  waiting: {
    client_id: 'w',
    conversation: `${ME}-${partner}`,
    sender: ME,
    sent_at,
    type: 'text',
    text: 'w',
    state,
    failure: null,
  },
})
const send = (partner: number, over: Partial<Extract<Send, { type: 'text' }>>): Send => ({
  client_id: 's',
  conversation: `${ME}-${partner}`,
  sender: ME,
  profile: partner,
  type: 'text',
  text: 's',
  sent_at: 100,
  state: 'sending',
  failure: null,
  message: null,
  missed: 0,
  ...over,
})
const said = (text: string) => ({ type: 'text', text })
const rows = (chats: Chat[], over: { drafts?: Record<string, string>; sends?: Send[] } = {}) =>
  chatRows({
    me: ME,
    chats,
    profiles: chats.map(({ profile }) => card(profile)),
    draftOf: (conversation) => over.drafts?.[conversation] ?? '',
    sends: over.sends ?? [],
  })
const line = (one: Chat, over?: Parameters<typeof rows>[1]) => rows([one], over)[0]?.line

describe('the order of the chat list', () => {
  test('[CHAT-1] is newest first', () => {
    const order = rows([
      chat(8, { last_message: message(8, 1, 8, 10) }),
      chat(9, { last_message: message(9, 2, ME, 30) }),
      chat(10, { last_message: message(10, 3, 10, 20) }),
    ]).map(({ profile }) => profile.id)
    expect(order).toEqual([9, 10, 8])
  })

  test('[PWA-2] a waiting message counts, on the device and on this page', () => {
    const chats = [
      chat(8, { last_message: message(8, 1, 8, 50) }),
      chat(9, { last_message: message(9, 2, ME, 30), ...waiting(9, 'queued', 60) }),
    ]
    expect(rows(chats).map(({ profile }) => profile.id)).toEqual([9, 8])
    const sends = [send(8, { sent_at: 70 })]
    expect(rows(chats, { sends }).map(({ profile }) => profile.id)).toEqual([8, 9])
  })

  test('a conversation without an event comes last and shows no time', () => {
    expect(rows([chat(8), chat(9, { last_message: message(9, 1, 9, 1) })]).map(({ at }) => at)).toEqual([1, null])
  })
})

describe('the line of a row', () => {
  test('[CHAT-6] shows my last message with its state, or the partner’s', () => {
    const mine = chat(9, { last_message: message(9, 4, ME, 30), delivered_up_to: 4 })
    expect(line(mine)).toEqual({ kind: 'mine', content: said('m4'), state: 'delivered' })
    expect(line(chat(9, { last_message: message(9, 4, 9, 30) }))).toEqual({ kind: 'theirs', content: said('m4') })
    expect(line(chat(9))).toEqual({ kind: 'none' })
  })

  test('[PWA-3] a refusal comes before everything newer', () => {
    const refused = chat(9, {
      num_unread_messages: 2,
      last_message: message(9, 4, 9, 90),
      ...waiting(9, 'failed', 30),
    })
    expect(line(refused)).toEqual({ kind: 'failed' })
    const sends = [send(9, { state: 'failed' })]
    expect(line(chat(9, { last_message: message(9, 4, 9, 90) }), { sends })).toEqual({ kind: 'failed' })
  })

  test('[PWA-2] a waiting message shows until a newer one arrives', () => {
    const older = { last_message: message(9, 4, 9, 30), num_unread_messages: 1 }
    expect(line(chat(9, { ...older, ...waiting(9, 'queued', 40) }))).toEqual({ kind: 'waiting' })
    expect(line(chat(9, { ...older, ...waiting(9, 'queued', 20) }))).toEqual({ kind: 'theirs', content: said('m4') })
  })

  test('[PWA-2] an answer that waits shows also if the clock of the device is slow', () => {
    const read = { last_message: message(9, 4, 9, 30) }
    expect(line(chat(9, { ...read, ...waiting(9, 'queued', 20) }))).toEqual({ kind: 'waiting' })
  })

  test('a draft shows when nothing is unread', () => {
    const drafts = { '7-9': ' Dear Helen\n' }
    const read = chat(9, { last_message: message(9, 4, 9, 30) })
    expect(line(read, { drafts })).toEqual({ kind: 'draft', text: 'Dear Helen' })
    expect(line({ ...read, num_unread_messages: 1 }, { drafts })).toEqual({ kind: 'theirs', content: said('m4') })
    expect(line(read, { drafts: { '7-9': ' ' } })).toEqual({ kind: 'theirs', content: said('m4') })
  })

  test('[CHAT-6] a send that the server has accepted no longer waits', () => {
    const sent = message(9, 4, ME, 30)
    const sends = [send(9, { state: 'taken', message: sent })]
    expect(line(chat(9, { last_message: sent }), { sends })).toMatchObject({ kind: 'mine' })
  })

  test('[PWA-11] a send of another member on this device does not show', () => {
    expect(line(chat(9), { sends: [send(9, { sender: 8 })] })).toEqual({ kind: 'none' })
  })
})

test('[PROF-14] a row says that one of the two blocks, so that it shows no presence', () => {
  const closed = [null, 'blocked', 'blocking', 'recipient_deleted'] as const
  expect(rows(closed.map((reason, index) => chat(10 + index, { closed: reason }))).map((row) => row.blocked)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
