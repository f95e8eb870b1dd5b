// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadAllTexts, showLocale } from '../../../state/i18n.ts'
import { aThreadMessage } from '../../../testing/factories.ts'
import { Thread } from './thread.tsx'
import type { ThreadMessage } from './thread-message.ts'

beforeAll(async () => {
  await showLocale('en')
  await loadAllTexts()
})
afterEach(cleanup)

const message = (id: number, text: string, mine = false): ThreadMessage =>
  aThreadMessage({ key: `m${id}`, id, text, mine, at: id })

const thread = (messages: readonly ThreadMessage[]) => (
  <Thread
    history={{ messages: [], before: null, walked: true, cuts: [1] }}
    messages={messages}
    older={{ state: 'none' }}
    reach={vi.fn()}
    unread={null}
    name="Anna"
    now={0}
    actions={{ retry: vi.fn(), discard: vi.fn(), edit: vi.fn() }}
    beginning={null}
    end={null}
  />
)

test('[SHELL-19] a screen reader hears who wrote an arriving message, and its words, and neither older nor own messages', () => {
  const before = [message(1, 'Good morning')]
  const { rerender } = render(thread(before))
  const log = screen.getByRole('log')
  expect(log.textContent).toBe('')
  rerender(thread([...before, message(2, 'Hello Anna', true), message(3, 'How are you?')]))
  expect(log.textContent).toBe('Anna: How are you?')
})
