// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { setReload } from '../../../ports/service-worker.ts'
import { showLocale, t } from '../../../state/i18n.ts'
import { aThreadMessage } from '../../../testing/factories.ts'
import { Thread, ThreadAnnouncements } from './thread.tsx'
import type { ThreadMessage } from './thread-message.ts'
import type { OlderMessages } from './use-history.ts'
import { setUpTexts } from '../../../testing/texts.ts'

setUpTexts()
afterEach(cleanup)

const message = (id: number, text: string, mine = false): ThreadMessage =>
  aThreadMessage({ key: `m${id}`, id, text, mine, at: id })

const announcements = (messages: readonly ThreadMessage[]) => <ThreadAnnouncements messages={messages} name="Anna" />

test('[SHELL-19] a screen reader hears who wrote an arriving message, and its words, and neither older nor own messages', () => {
  const before = [message(1, 'Good morning')]
  const { rerender } = render(announcements(before))
  const log = screen.getByRole('log')
  expect(log.textContent).toBe('')
  rerender(announcements([...before, message(2, 'Hello Anna', true), message(3, 'How are you?')]))
  expect(log.textContent).toBe('Anna: How are you?')
})

test('[SHELL-19] a screen reader hears that an own message was sent, or was refused and why, and nothing of earlier ones', () => {
  const before = [message(1, 'Good morning'), message(2, 'Hello Anna', true)]
  const waiting = { ...message(3, 'How are you?', true), id: null, state: 'queued' as const }
  const { rerender } = render(announcements([...before, waiting]))
  const [outcome] = screen.getAllByRole('status')
  expect(outcome?.textContent).toBe('')
  rerender(announcements([...before, { ...waiting, state: 'failed', failure: { error: 'not_enough_credits' } }]))
  expect(outcome?.textContent).toBe('Not sent. Not enough credits to send this message')
  rerender(announcements([...before, { ...waiting, id: 3, state: 'sent' }]))
  expect(outcome?.textContent).toBe('Sent')
  const older = message(-1, 'An older one that loads now', true)
  rerender(announcements([older, ...before, { ...waiting, id: 3, state: 'read' }]))
  expect(outcome?.textContent, 'the ticks are for the eyes').toBe('Sent')
})

const aThread = (
  messages: readonly ThreadMessage[],
  older: OlderMessages = { state: 'none' },
  unread: number | null = null,
) => (
  <Thread
    history={{ messages: [], before: null, walked: true, cuts: [1] }}
    messages={messages}
    older={older}
    reach={() => {}}
    unread={unread}
    isMissed={false}
    returnTo={null}
    onLeave={() => {}}
    name="Anna"
    now={0}
    actions={{ retry: () => {}, discard: () => {}, edit: () => {}, isClosed: false }}
    beginning={null}
    end={null}
  />
)
const FAR_PX = 5_000
const region = () => screen.getByRole('region', { name: t('chat.messages', { name: 'Anna' }) })

test('[CHAT-1] a tap leads from older messages to the newest, and is offered only away from them', () => {
  const sizes = { scrollHeight: FAR_PX, clientHeight: 500 }
  render(aThread([message(1, 'Good morning')]))
  expect(screen.queryByRole('button', { name: t('chat.toNewest') })).toBeNull()
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(region(), name, { value })
  region().scrollTop = 0
  fireEvent.scroll(region())
  fireEvent.click(screen.getByRole('button', { name: t('chat.toNewest') }))
  expect(region().scrollTop).toBeGreaterThanOrEqual(FAR_PX - sizes.clientHeight)
})

test('[SITE-2] another language is shown between the messages too', async () => {
  render(aThread([message(1, 'Good morning')], { state: 'none' }, 1))
  expect(screen.getByText(t('chat.unread'))).toBeDefined()
  await act(() => showLocale('de'))
  expect(screen.getByText(t('chat.unread'))).toBeDefined()
  await act(() => showLocale('en'))
})

test('[CHAT-1] older messages load as the view comes near them, and again at a tap after a failure', () => {
  const load = vi.fn<() => void>()
  const watching = new Set<object>()
  let comeNear: (() => void) | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        comeNear = () => tell([{ isIntersecting: true }])
      }
      observe(): void {
        watching.add(this)
      }
      disconnect(): void {
        watching.delete(this)
      }
    },
  )
  const { rerender } = render(aThread([message(1, 'Good morning')], { state: 'ready', load }))
  expect(load).not.toHaveBeenCalled()
  comeNear?.()
  expect([load.mock.calls.length, watching.size]).toEqual([1, 1])
  rerender(aThread([message(1, 'Good morning')], { state: 'failed', error: { error: 'server_error' }, load }))
  expect(watching.size, 'nothing is watched after a failure').toBe(0)
  fireEvent.click(screen.getByRole('button', { name: t('ui.tryAgain') }))
  expect(load).toHaveBeenCalledTimes(2)
  vi.unstubAllGlobals()
})

test('[PWA-10] a message of a newer version offers the newest one', () => {
  const newest = vi.fn<() => void>()
  setReload(newest)
  render(aThread([{ ...message(1, ''), type: 'newer' }]))
  fireEvent.click(screen.getByRole('button', { name: t('shell.loadNewVersion') }))
  expect(newest).toHaveBeenCalledOnce()
})
