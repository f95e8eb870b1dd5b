import { expect, test } from 'vitest'
import type { Chat } from '#contract/entities/chat.ts'
import { aCard } from '../../testing/factories.ts'
import { appended, named, recentOf } from './recent.ts'

const chat = (profile: number, sent_at: number | null, over: Partial<Chat> = {}): Chat => ({
  conversation: `7-${profile}`,
  profile,
  num_unread_messages: 0,
  last_message:
    sent_at === null
      ? null
      : { id: profile, client_id: 'c', conversation: `7-${profile}`, sender: 7, sent_at, type: 'text', text: 'x' },
  delivered_up_to: 0,
  read_up_to: 0,
  my_read_up_to: 0,
  closed: null,
  ...over,
})
const cards = [aCard({ id: 8, name: 'Zoë' }), aCard({ id: 9, name: 'Jürgen' }), aCard({ id: 10, name: 'Anna' })]
const idsOf = (recent: readonly { profile: { id: number } }[]) => recent.map(({ profile }) => profile.id)

test('[PWA-9] the latest conversation comes first, waiting messages count; closed conversations are left out [CHAT-9]', () => {
  const waiting = {
    client_id: 'w',
    conversation: '7-8',
    sender: 7,
    sent_at: 50,
    state: 'queued',
    failure: null,
  } as const
  const chats = [
    chat(9, 20),
    chat(8, 10, { waiting: { ...waiting, type: 'text', text: 'w' } }),
    chat(10, 30, { closed: 'blocked' }),
    chat(11, 40),
  ]
  expect(idsOf(recentOf(chats, cards))).toEqual([8, 9])
})

test('[PWA-9] a partner is found by a part of the name, with or without its accents', () => {
  const recent = recentOf([chat(8, 3), chat(9, 2), chat(10, 1)], cards)
  expect(idsOf(named(recent, ' zoe'))).toEqual([8])
  expect(idsOf(named(recent, 'JÜR'))).toEqual([9])
  expect(idsOf(named(recent, ' '))).toEqual([8, 9, 10])
  expect(named(recent, 'q')).toEqual([])
  const lukasz = recentOf([chat(11, 4)], [aCard({ id: 11, name: 'Łukasz Groß 🎉' })])
  for (const typed of ['lukasz', 'gross', '🎉']) expect(idsOf(named(lukasz, typed))).toEqual([11])
})

test('[CHAT-2] shared text is appended to a draft, and nothing is lost', () => {
  expect(appended('', 'look')).toBe('look')
  expect(appended('Dear Zoë', 'look')).toBe('Dear Zoë\nlook')
  expect(appended('Dear Zoë', '')).toBe('Dear Zoë')
  expect([appended('look', 'look'), appended('Dear Zoë\nlook', 'look')]).toEqual(['look', 'Dear Zoë\nlook'])
  expect(appended('outlook', 'look')).toBe('outlook\nlook')
})
