// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import type { Chat, Message } from '#contract/entities/chat.ts'
import { onLine } from '../../../ports/page.ts'
import { controlled } from '../../../ports/service-worker.ts'
import { t } from '../../../state/i18n.ts'
import { putAnswer } from '../../../state/resource.ts'
import { startSession } from '../../../state/session.ts'
import { toasts } from '../../../state/toasts.ts'
import { receiveTyping } from '../../../state/typing.ts'
import { defineOnElements } from '../../../testing/elements.ts'
import { aCard, aChat, aUser } from '../../../testing/factories.ts'
import { ROWS_A_STEP } from '../../../ui/first-rows.ts'
import { deleting } from '../deleting.ts'
import { drafts } from '../../../state/drafts.ts'
import { ChatList } from './chat-list.tsx'
import { enterAs } from '../../../testing/screen-page.tsx'
import { setUpTexts } from '../../../testing/texts.ts'

// happy-dom has no popovers, and captures no pointers.
defineOnElements({ hidePopover: { value: () => {} }, setPointerCapture: { value: () => {} } })

const NOW = Date.UTC(2026, 2, 10, 12)
const lastMessage = (id: number, sender: number, text: string): Message => ({
  id,
  client_id: '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e',
  conversation: `1-${sender}`,
  sender,
  sent_at: NOW - 60_000 * (10 - id),
  type: 'text',
  text,
})
const chat = (profile: number, change: Partial<Chat> = {}): Chat =>
  aChat(`1-${profile}`, { last_message: lastMessage(profile, profile, `Hello from ${profile}`), ...change })

let answer: () => Promise<Response>
const list = (chats: Chat[]): CallAnswer<'chats.get'> => ({
  chats,
  profiles: chats.map(({ profile }) => aCard({ id: profile, name: `Member ${profile}` })),
  counts: { unread_messages: 0, new_likes: 0 },
  seq: 1,
})

setUpTexts()
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/chats' ? answer() : Response.json({ error: 'not_found' }, { status: 404 }),
  )
})
afterEach(cleanup)

const show = async (selected: string | null = null) => {
  await act(async () => void render(<ChatList me={aUser()} selected={selected} />))
}
const rows = (): string[] => screen.queryAllByRole('listitem').map((row) => row.textContent)
const names = () => rows().map((row) => /Member \d/.exec(row)?.[0])
const arrives = (chats: Chat[]) => act(async () => putAnswer('chats.get', { query: {} }, list(chats)))
const answerWith = (chats: Chat[]): void => {
  answer = async () => Response.json(list(chats))
}

describe('[CHAT-1] the list of conversations', () => {
  test('without a network and a copy the list shows the failure, and its button requests again', async () => {
    answer = async () => {
      throw new TypeError('Failed to fetch')
    }
    await show()
    expect(screen.getByText(t('chats.offlineTitle'))).toBeDefined()
    answerWith([])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') })))
    expect(screen.getByText(t('chats.emptyTitle'))).toBeDefined()
  })

  test('a page without a worker loads the conversations after the first page at a tap, and sorts them in', async () => {
    vi.stubGlobal('fetch', async (url: string) =>
      url === '/api/chats'
        ? Response.json({ ...list([chat(7)]), next: '5-6' })
        : Response.json(url === '/api/chats?after=5-6' ? list([chat(7), chat(9)]) : { error: 'not_found' }),
    )
    await show()
    await act(async () => (await import('../../../state/resource.ts')).invalidate(['chats']))
    expect(rows()).toHaveLength(1)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
    expect(names()).toEqual(['Member 9', 'Member 7'])
    expect(screen.queryByRole('button', { name: t('ui.showMore') })).toBeNull()
  })

  test('thousands of conversations are drawn in steps of a tap', async () => {
    answerWith(Array.from({ length: ROWS_A_STEP + 3 }, (_, index) => chat(index + 2)))
    await show()
    await act(async () => (await import('../../../state/resource.ts')).invalidate(['chats']))
    await waitFor(() => expect(rows()).toHaveLength(ROWS_A_STEP))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('ui.showMore') })))
    expect(rows()).toHaveLength(ROWS_A_STEP + 3)
  })

  test('shows the newest conversation first, with its last message', async () => {
    answerWith([chat(7), chat(9)])
    await show()
    await act(async () => (await import('../../../state/resource.ts')).invalidate(['chats']))
    expect(rows()).toHaveLength(2)
    expect(rows()[0]).toContain('Member 9')
    expect(rows()[0]).toContain('Hello from 9')
  })

  test('no row moves under a finger: a message that arrives during a tap changes the order after it', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    await show()
    await arrives([chat(7), chat(9)])
    expect(names()).toEqual(['Member 9', 'Member 7'])
    fireEvent.pointerDown(screen.getAllByRole('link')[0] ?? document.body)
    await arrives([chat(7, { last_message: lastMessage(10, 7, 'And now?') }), chat(9), chat(8)])
    expect(names()).toEqual(['Member 9', 'Member 7', 'Member 8'])
    fireEvent.pointerUp(document.body)
    expect(names()[0], 'the click is still to come').toBe('Member 9')
    act(() => void vi.advanceTimersByTime(100))
    expect(names()).toEqual(['Member 7', 'Member 9', 'Member 8'])
  })

  test('a draft is shown instead of the last message, but not beside its own conversation', async () => {
    answerWith([chat(7), chat(9)])
    drafts.write(1, '1-7', 'Dear Seven')
    await show()
    expect(rows().join()).toContain('Dear Seven')
    cleanup()
    await show('1-7')
    expect(rows().join()).not.toContain('Dear Seven')
  })
})

test('[CHAT-1] an own message written from right to left is cut off at its own end, beside its label', async () => {
  answerWith([chat(7, { last_message: { ...lastMessage(7, 1, 'שלום לך'), conversation: '1-7' } })])
  await show()
  await act(async () => (await import('../../../state/resource.ts')).invalidate(['chats']))
  expect(screen.getByText('שלום לך').getAttribute('dir')).toBe('auto')
  expect(rows()[0]).toContain(t('chats.mine'))
})

test('[CHAT-1] a conversation says how many of its messages are unread, and nothing if none are', async () => {
  answerWith([chat(7, { num_unread_messages: 120 }), chat(8)])
  await show()
  expect(screen.getByText('99+').closest('li')?.textContent).toContain('Member 7')
  expect(screen.getAllByText(t('chats.unread', { count: 120 }))).toHaveLength(1)
})

test('[CHAT-7] a partner who types is shown in the list, live, in place of the last message', async () => {
  answerWith([chat(7)])
  await show()
  expect(rows().join()).toContain('Hello from 7')
  await act(async () => receiveTyping({ conversation: '1-7', typing: true }))
  expect(rows().join()).toContain(t('chat.typingShort'))
  expect(rows().join()).not.toContain('Hello from 7')
  await act(async () => receiveTyping({ conversation: '1-7', typing: false }))
  expect(rows().join()).toContain('Hello from 7')
})

test('[CHAT-8] the menu of a conversation deletes it: it leaves the list at once, before the server has answered', async () => {
  answerWith([chat(7), chat(8)])
  await show()
  const answers = globalThis.fetch
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) => {
    if (method === 'GET') return answers(url)
    sent.push([method, url, JSON.parse(body)])
    return new Promise(() => {})
  })
  const row = screen.getAllByRole('listitem').find(({ textContent }) => textContent.includes('Member 7'))
  const button = row?.querySelector('[role="menuitem"]')
  await act(async () => void fireEvent.click(button ?? document.body))
  expect(sent).toEqual([['DELETE', '/api/chat', { conversation: '1-7', up_to: 7 }]])
  expect(rows().join()).toContain('Member 8')
  expect(rows().join()).not.toContain('Member 7')
})

const link = () => screen.getByRole('link', { name: /Member 7/ })

const isOpen = () => link().closest('[data-open]') !== null
const draw = (by: { x: number; y: number }, end: 'pointerUp' | 'pointerCancel' = 'pointerUp') => {
  const touch = { pointerType: 'touch', clientX: 200, clientY: 100 }
  fireEvent.pointerDown(link(), touch)
  fireEvent.pointerMove(link(), { ...touch, clientX: 200 - by.x, clientY: 100 - by.y })
  fireEvent[end](link(), { ...touch, clientX: 200 - by.x, clientY: 100 - by.y })
}

describe('[CHAT-8] a row of the list', () => {
  const deleted: unknown[] = []
  beforeEach(async () => {
    deleted.length = 0
    // The tests delete the chat, and the next one has it again.
    deleting.listed([])
    answerWith([chat(7), chat(8)])
    await show()
    vi.stubGlobal('fetch', (_: string, { body = '{}' }: { body?: string } = {}) => {
      deleted.push(JSON.parse(body).conversation)
      return new Promise(() => {})
    })
  })
  test.each(['pointerUp', 'pointerCancel'] as const)(
    'that a finger draws aside shows its button; the release opens no chat, and a tap closes it again (%s)',
    (end) => {
      const before = location.pathname
      draw({ x: 90, y: 0 }, end)
      expect(isOpen()).toBe(true)
      fireEvent.click(link())
      expect([isOpen(), location.pathname]).toEqual([true, before])
      fireEvent.click(link())
      expect([isOpen(), location.pathname]).toEqual([false, before])
    },
  )

  test.each(['pointerUp', 'pointerCancel'] as const)(
    'goes back when it was drawn aside slowly and not far (%s)',
    (end) => {
      const touch = { pointerType: 'touch', clientX: 200, clientY: 100 }
      fireEvent.pointerDown(link(), touch)
      fireEvent.pointerMove(link(), { ...touch, clientX: 180 })
      expect(isOpen()).toBe(true)
      const released = createEvent[end](link(), { ...touch, clientX: 180 })
      Object.defineProperty(released, 'timeStamp', { value: Number.MAX_SAFE_INTEGER })
      fireEvent(link(), released)
      expect(isOpen()).toBe(false)
    },
  )

  test('closes at a touch beside it, and not at one of its button', () => {
    draw({ x: 90, y: 0 })
    fireEvent.pointerDown(screen.getByTitle(t('chats.deleteOf', { name: 'Member 7' })))
    expect(isOpen()).toBe(true)
    fireEvent.pointerDown(screen.getByRole('link', { name: /Member 8/ }))
    expect(isOpen()).toBe(false)
  })

  test('stays where it is while the list scrolls', () => {
    draw({ x: 90, y: 30 })
    expect(isOpen()).toBe(false)
  })

  test('[SHELL-19] goes back at a second finger, which zooms the page', () => {
    const touch = { pointerType: 'touch', clientX: 200, clientY: 100 }
    fireEvent.pointerDown(link(), touch)
    fireEvent.pointerMove(link(), { ...touch, clientX: 150 })
    fireEvent.pointerDown(link(), { ...touch, pointerId: 2 })
    fireEvent.pointerMove(link(), { ...touch, clientX: 50 })
    fireEvent.pointerCancel(link(), touch)
    expect(isOpen()).toBe(false)
  })

  test('is deleted by the button behind it', async () => {
    draw({ x: 90, y: 0 })
    await act(async () => void fireEvent.click(screen.getByTitle(t('chats.deleteOf', { name: 'Member 7' }))))
    expect(deleted).toEqual(['1-7'])
  })

  test('[SHELL-19] comes back by an undo, which a screen reader hears', async () => {
    const id = '01890000-0000-7000-8000-000000000001'
    const answers = [Response.json({ queued: true, id }, { status: 202 }), Response.json({})]
    vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) =>
      method === 'GET' ? new Promise(() => {}) : answers.shift(),
    )
    draw({ x: 90, y: 0 })
    await act(async () => void fireEvent.click(screen.getByTitle(t('chats.deleteOf', { name: 'Member 7' }))))
    const [told] = toasts.value
    toasts.value = []
    await act(async () => told?.action?.run())
    expect(deleting.gone.value.size).toBe(0)
    expect(toasts.value.map(({ text }) => text)).toEqual([t('ui.undone')])
    toasts.value = []
  })

  test('[SHELL-19] is deleted by the Delete key, and not while its menu is open', async () => {
    const inMenu = link().parentElement?.querySelector('[popover] button')
    await act(async () => void fireEvent.keyDown(inMenu ?? document.body, { key: 'Delete' }))
    expect(deleted).toEqual([])
    await act(async () => void fireEvent.keyDown(link(), { key: 'Delete' }))
    expect(deleted).toEqual(['1-7'])
  })
})

test('[CHAT-6] a waiting message says in the list whether the network is missing, also when that changes', async () => {
  const queued = { client_id: 'w', conversation: '1-7', sender: 1, sent_at: NOW, type: 'text', text: 'later' } as const
  await show()
  await arrives([chat(7, { waiting: { ...queued, state: 'queued', failure: null } })])
  expect(rows()[0]).toContain(t('ui.waits'))
  await act(async () => {
    onLine.value = false
  })
  expect(rows()[0]).toContain(t('ui.waitsForNetwork'))
  onLine.value = true
})

describe('[CHAT-8] a queued deletion that the server refuses', () => {
  const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'
  const failed: CallAnswer<'device.state'>['failed'] = [
    { id, kind: 'chats.delete', failure: { error: 'server_error' }, profile: 7 },
  ]
  beforeEach(() => {
    controlled.value = true
    putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed })
  })
  afterEach(() => {
    putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed: [] })
    controlled.value = false
  })

  test.each([
    ['the chat is back in the list', [chat(7)]],
    ['no chat is left', []],
  ])('is an alert with the reason, also where %s', async (_, chats) => {
    answerWith(chats)
    await show()
    const name = chats.length === 0 ? '' : 'Member 7'
    expect(screen.getByRole('alert').textContent).toContain(
      t('chats.deleteFailed', { name, reason: t('error.server_error') }),
    )
  })

  test.each([
    ['ui.tryAgain', 'POST'],
    ['chats.keep', 'DELETE'],
  ] as const)('can be retried, or discarded: %s', async (button, sent) => {
    const asked: string[] = []
    answerWith([chat(7)])
    await show()
    const answers = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
      asked.push(`${method} ${url}`)
      return answers(url)
    })
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t(button) })))
    expect(asked).toContain(`${sent} /api/device/outbox/${id}`)
    // The list is read again.
    expect(asked).toContain('GET /api/chats')
  })

  test('says when it could not be settled', async () => {
    answerWith([chat(7)])
    await show()
    vi.stubGlobal('fetch', async () => Response.json({ error: 'server_error' }, { status: 500 }))
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('chats.keep') })))
    expect(toasts.value.map(({ text }) => text)).toEqual([t('error.server_error')])
    toasts.value = []
  })
})

const scroller = async (): Promise<HTMLElement> => {
  await show()
  await arrives([chat(7), chat(9)])
  return screen.getByRole('list').parentElement ?? document.body
}

test('[CHAT-1] [PWA-11] a return to the list finds its place, which the next member does not get', async () => {
  startSession()
  enterAs(aUser())
  const list = await scroller()
  list.scrollTop = 300
  fireEvent.scroll(list)
  cleanup()
  expect((await scroller()).scrollTop).toBe(300)
  cleanup()
  enterAs(aUser({ id: 2 }))
  expect((await scroller()).scrollTop).toBe(0)
})
