// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { visible } from '../../../ports/page.ts'
import { aCard } from '../../../testing/factories.ts'
import type { OlderMessages, History } from './use-history.ts'
import { useArrival } from '../../../shell/arrival.ts'
import { useLeftPlace, useOpening } from './use-opening.ts'

afterEach(cleanup)

const message = (id: number): Message => ({
  id,
  client_id: '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e',
  conversation: '1-7',
  sender: 7,
  sent_at: id,
  type: 'text',
  text: `${id}`,
})

/** @param readUpTo the own read mark; null if nothing is unread */
const answerWith = (readUpTo: number | null): CallAnswer<'messages.list'> => ({
  chat: { num_unread_messages: readUpTo === null ? 0 : 3, my_read_up_to: readUpTo ?? 0 } as Chat,
  profile: aCard(),
  messages: [],
  before: null,
  older_hidden: false,
})

const historyFrom = (from: number, pages = 1): History => ({
  messages: [from, from + 1, from + 2].map(message),
  before: null,
  walked: false,
  cuts: Array.from({ length: pages }, (_, at) => at),
})

type Props = { answer: CallAnswer<'messages.list'> | null; history: History | null; older: OlderMessages }

/** The history follows its answer one rendering later, as in `use-history.ts`. */
const show = (props: Props) => {
  const initialProps: Props = { ...props, history: null }
  const shown = renderHook(({ answer, history, older }: Props) => useOpening(1, answer, history, older), {
    initialProps,
  })
  shown.rerender(props)
  return shown
}

const none: OlderMessages = { state: 'none' }

test('a conversation opens once its first unread message is loaded', () => {
  const load = vi.fn<() => void>()
  const older: OlderMessages = { state: 'ready', load }
  const answer = answerWith(10)
  const { result, rerender } = show({ answer, history: historyFrom(21), older })
  expect(result.current).toMatchObject({ isOpen: false, unread: null })
  expect(load).toHaveBeenCalledOnce()
  rerender({ answer, history: historyFrom(10), older })
  expect(result.current).toMatchObject({ isOpen: true, unread: 11 })
})

test('[CHAT-1] Back opens a conversation once the message at which it was left is loaded, and no other way does', () => {
  // A page starts as one that is returned to.
  const left = renderHook(() => useLeftPlace('1-7')).result.current
  left.onLeave({ key: 'm', offset: 0, id: 11 })
  const { returnTo } = renderHook(() => useLeftPlace('1-7')).result.current
  const load = vi.fn<() => void>()
  const answer = answerWith(null)
  const older: OlderMessages = { state: 'ready', load }
  const { result, rerender } = renderHook(({ history }) => useOpening(1, answer, history, older, returnTo?.id), {
    initialProps: { history: historyFrom(21) },
  })
  expect(result.current.isOpen).toBe(false)
  expect(load).toHaveBeenCalledOnce()
  rerender({ history: historyFrom(11) })
  expect(result.current).toMatchObject({ isOpen: true, unread: null })
  // The address changes by a tap.
  renderHook(() => useArrival('/chats/1-7', ''))
  expect(renderHook(() => useLeftPlace('1-7')).result.current.returnTo).toBeNull()
})

test('after a long absence a conversation opens at the tenth page, without the first unread message', () => {
  const load = vi.fn<() => void>()
  const { result } = show({ answer: answerWith(10), history: historyFrom(500, 10), older: { state: 'ready', load } })
  expect(load).not.toHaveBeenCalled()
  expect(result.current).toMatchObject({ isOpen: true, unread: 500 })
})

test('the unread divider does not move when the messages are read', () => {
  const { result, rerender } = show({ answer: answerWith(2), history: historyFrom(1), older: none })
  expect(result.current.unread).toBe(3)
  rerender({ answer: answerWith(null), history: historyFrom(4), older: none })
  expect(result.current.unread).toBe(3)
})

test('a conversation without unread messages opens at once, and has no divider', () => {
  const { result } = show({ answer: answerWith(null), history: historyFrom(1), older: none })
  expect(result.current).toMatchObject({ isOpen: true, unread: null })
})

const shown = (isVisible: boolean): void => act(() => void (visible.value = isVisible))

describe('[CHAT-1] a conversation that was open while its page was hidden', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    visible.value = true
  })

  test('has its divider above the first message that came meanwhile, also once it is read', () => {
    const { result, rerender } = show({ answer: answerWith(null), history: historyFrom(1), older: none })
    shown(false)
    rerender({ answer: answerWith(3), history: historyFrom(2), older: none })
    expect(result.current).toEqual({ isOpen: true, unread: 4, isMissed: true })
    shown(true)
    rerender({ answer: answerWith(null), history: historyFrom(2), older: none })
    expect(result.current).toEqual({ isOpen: true, unread: 4, isMissed: true })
    act(() => void vi.advanceTimersByTime(60_000))
    expect(result.current).toEqual({ isOpen: true, unread: 4, isMissed: false })
  })

  test('has it also where the messages come with the return, as to a phone that slept', () => {
    const { result, rerender } = show({ answer: answerWith(null), history: historyFrom(1), older: none })
    shown(false)
    shown(true)
    rerender({ answer: answerWith(3), history: historyFrom(2), older: none })
    expect(result.current).toMatchObject({ unread: 4 })
  })

  test('gets none for a message that comes while the member looks at it', () => {
    const { result, rerender } = show({ answer: answerWith(null), history: historyFrom(1), older: none })
    shown(false)
    shown(true)
    act(() => void vi.advanceTimersByTime(60_000))
    rerender({ answer: answerWith(3), history: historyFrom(2), older: none })
    expect(result.current).toMatchObject({ unread: null })
  })
})
