import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/entities/chat.ts'
import { nextToPost, sendsAfter, type NewSend, type Send, type SendEvent } from './sends.ts'

const CONVERSATION = '7-9'

const made = (client_id: string, over: Partial<Extract<NewSend, { type: 'text' }>> = {}): SendEvent => ({
  kind: 'made',
  send: {
    client_id,
    conversation: CONVERSATION,
    sender: 7,
    profile: 9,
    type: 'text',
    text: client_id,
    sent_at: 1,
    ...over,
  },
})
const after = (...events: SendEvent[]): readonly Send[] => events.reduce<readonly Send[]>(sendsAfter, [])
const states = (sends: readonly Send[]) => sends.map(({ client_id, state }) => `${client_id} ${state}`)
const refused = (client_id: string, error: 'network_unavailable' | 'not_enough_credits' | 'blocked'): SendEvent => ({
  kind: 'answered',
  client_id,
  answer: { ok: false, error: { error } },
})
const queued = (client_id: string): SendEvent => ({
  kind: 'answered',
  client_id,
  answer: { ok: true, queued: true },
})
const listed = (...client_ids: string[]): SendEvent => ({
  kind: 'listed',
  conversation: CONVERSATION,
  client_ids: new Set(client_ids),
})
const message: Message = {
  id: 4,
  client_id: 'a',
  conversation: CONVERSATION,
  sender: 7,
  sent_at: 2,
  type: 'text',
  text: 'a',
}
const accepted: SendEvent = {
  kind: 'answered',
  client_id: 'a',
  answer: { ok: true, queued: false, data: { message, credits: 3 } },
}

describe('a send', () => {
  test('[CHAT-6] is in state sending from the moment it is made', () => {
    expect(states(after(made('a')))).toEqual(['a sending'])
  })

  test('[PWA-3] stays when the answer is lost, with the reason and the same client id [CHAT-5]', () => {
    const [send] = after(made('a'), refused('a', 'network_unavailable'))
    expect(send).toMatchObject({ client_id: 'a', state: 'failed', failure: { error: 'network_unavailable' } })
    expect(states(after(made('a'), refused('a', 'network_unavailable'), { kind: 'retried', client_id: 'a' }))).toEqual([
      'a sending',
    ])
  })

  test('[CHAT-6] stays on screen between the answer and the list that shows it', () => {
    expect(states(after(made('a'), accepted))).toEqual(['a accepted'])
    expect(states(after(made('a'), queued('a')))).toEqual(['a held'])
    expect(after(made('a'), accepted, listed('a'))).toEqual([])
  })

  test('[PWA-3] is never dropped because a list lacks it while only this page has it', () => {
    const lists = [listed(), listed(), listed()]
    expect(states(after(made('a'), ...lists))).toEqual(['a sending'])
    expect(states(after(made('a'), refused('a', 'blocked'), ...lists))).toEqual(['a failed'])
  })

  test('survives one earlier list after the device took it, and leaves no ghost after the next', () => {
    expect(states(after(made('a'), queued('a'), listed()))).toEqual(['a held'])
    expect(after(made('a'), queued('a'), listed(), listed())).toEqual([])
  })

  test('is not changed by the list of another conversation', () => {
    expect(states(after(made('a', { conversation: '7-8' }), queued('a'), listed('a')))).toEqual(['a held'])
  })

  test('[CHAT-5] is done once a list contains it, even if its answer was lost', () => {
    expect(after(made('a'), refused('a', 'network_unavailable'), listed('a'))).toEqual([])
  })

  test('is removed when it is discarded', () => {
    expect(states(after(made('a'), made('b'), { kind: 'discarded', client_id: 'a' }))).toEqual(['b sending'])
  })

  test('is deleted at the logout of its member [PWA-11]', () => {
    expect(states(after(made('a'), made('b', { sender: 8 }), { kind: 'forgotten', member: 7 }))).toEqual(['b sending'])
  })

  test('appears once when it is restored after a reload', () => {
    const before = after(made('a'))
    expect(states(sendsAfter(before, { kind: 'restored', sends: before }))).toEqual(['a sending'])
  })
})

describe('the order of one conversation', () => {
  test('[CHAT-14] is oldest first, one at a time', () => {
    const sends = after(made('a'), made('x', { conversation: '7-8' }), made('b'))
    expect(nextToPost(sends, CONVERSATION)?.client_id).toBe('a')
    expect(nextToPost(sendsAfter(sends, queued('a')), CONVERSATION)?.client_id).toBe('b')
  })

  test('[CHAT-14] a lost connection stops the later sends, in this conversation only', () => {
    const sends = after(made('a'), made('x', { conversation: '7-8' }), made('b'), refused('a', 'network_unavailable'))
    expect(states(sends)).toEqual(['a failed', 'x sending', 'b failed'])
  })

  test('[CHAT-14] a retry also retries earlier sends that failed for the same temporary reason, in order', () => {
    const sends = after(made('a'), made('b'), made('c'), refused('a', 'network_unavailable'), {
      kind: 'retried',
      client_id: 'b',
    })
    expect(states(sends)).toEqual(['a sending', 'b sending', 'c failed'])
    expect(nextToPost(sends, CONVERSATION)?.client_id).toBe('a')
  })

  test('[CHAT-6] a refusal affects its message alone: later sends go on', () => {
    const sends = after(made('a'), made('b'), refused('a', 'not_enough_credits'))
    expect(states(sends)).toEqual(['a failed', 'b sending'])
    expect(states(sendsAfter(sends, { kind: 'retried', client_id: 'b' }))).toEqual(['a failed', 'b sending'])
  })
})
