// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadAllTexts, showLocale } from '../../../state/i18n.ts'
import { aThreadMessage } from '../../../testing/factories.ts'
import { ThreadAnnouncements } from './thread.tsx'
import type { ThreadMessage } from './thread-message.ts'

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
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
