// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Note, StatusText } from './note.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** The texts that a screen reader knows of. */
const spoken = (): (string | null)[] =>
  [...screen.getByRole('status').querySelectorAll('p, span')]
    .filter((part) => part.closest('[aria-hidden]') === null)
    .map(({ textContent }) => textContent)

test.each([
  [
    'note',
    <Note key="note" role="status">
      <p>Mail sent</p>
    </Note>,
  ],
  ['text', <StatusText key="text">Mail sent</StatusText>],
])(
  '[SHELL-19] the words of a %s that comes by itself come after their region, which a screen reader then reads',
  (_, part) => {
    render(part)
    expect(spoken()).toEqual([])
    expect(screen.getByText('Mail sent')).toBeDefined()
    act(() => void vi.advanceTimersByTime(100))
    expect(spoken()).toEqual(['Mail sent'])
  },
)

test('[SHELL-19] an alert, and a note from the start of a screen, have their words at once', () => {
  render(
    <>
      <Note role="alert">
        <button type="button">Try again</button>
      </Note>
      <Note>
        <button type="button">Why</button>
      </Note>
    </>,
  )
  expect(screen.getAllByRole('button')).toHaveLength(2)
})
