// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Message, WaitingMessage } from '#contract/entities/chat.ts'
import { putAnswer } from '../../../state/resource.ts'
import { aCard } from '../../../testing/factories.ts'
import { useThread } from './use-thread.ts'

type Answer = CallAnswer<'messages.list'>

const idOf = (text: string) => `01932b1c-8a4f-7c3d-9e2b-${text.padStart(12, '0')}`
const message = (id: number, text: string): Message => ({
  id,
  client_id: idOf(text),
  conversation: '1-7',
  sender: 7,
  sent_at: id,
  type: 'text',
  text,
})
const waiting = (text: string): WaitingMessage => ({
  client_id: idOf(text),
  conversation: '1-7',
  sender: 1,
  sent_at: 0,
  type: 'text',
  text,
  state: 'queued',
  failure: null,
})

const list = (conversation: string, answer: Partial<Answer>): void =>
  putAnswer(
    'messages.list',
    { params: { conversation }, query: {} },
    { chat: null, profile: aCard(), messages: [], before: null, older_hidden: false, ...answer },
  )

beforeEach(() => {
  // The background refresh never ends, so the tests decide each answer.
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const show = () => renderHook(({ now }) => useThread(1, now), { initialProps: { now: '1-7' } })
const textsOf = ({ current }: ReturnType<typeof show>['result']) =>
  current.messages.map((one) => (one.type === 'text' ? one.text : one.type))

test('[PWA-2] a conversation shows its stored messages, and after them those that wait on the device', async () => {
  list('1-7', { messages: [message(1, 'a1'), message(2, 'a2')], waiting: [waiting('b1')] })
  const { result } = show()
  await act(async () => {})
  expect(textsOf(result)).toEqual(['a1', 'a2', 'b1'])
})

test('a new answer replaces the waiting message by the stored one', async () => {
  list('1-7', { messages: [message(1, 'a1')], waiting: [waiting('b1')] })
  const { result } = show()
  await act(async () => list('1-7', { messages: [message(1, 'a1'), message(2, 'b1')] }))
  expect(textsOf(result)).toEqual(['a1', 'b1'])
})

test('another conversation shows none of these messages', async () => {
  list('1-7', { messages: [message(1, 'a1')] })
  list('1-9', { messages: [message(5, 'c5')] })
  const { result, rerender } = show()
  expect(textsOf(result)).toEqual(['a1'])
  rerender({ now: '1-9' })
  await act(async () => {})
  expect(textsOf(result)).toEqual(['c5'])
})
