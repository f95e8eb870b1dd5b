// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { t } from '../state/i18n.ts'
import { toast, toasts, undoing, undoingDeletion } from '../state/toasts.ts'
import { DELETION_UNDO_MS } from '#contract/limits.ts'
import { descriptionOf } from '../testing/elements.ts'
import { setUpScreens } from '../testing/screen-page.tsx'
import { Toasts } from './toasts.tsx'

setUpScreens()

test('[SHELL-19] a toast whose undo has the focus stays until the focus leaves it', () => {
  vi.useFakeTimers()
  render(<Toasts />)
  act(() => void toast('Chat deleted', { action: { label: 'Undo', run: () => {} } }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  undo.focus()
  act(() => void vi.advanceTimersByTime(15_000))
  expect(undo.isConnected).toBe(true)
  undo.blur()
  act(() => void vi.advanceTimersByTime(8_000))
  expect(undo.isConnected).toBe(false)
  vi.useRealTimers()
})

test('a toast goes at its time though its list, which had the focus, has left the page', () => {
  vi.useFakeTimers()
  render(<Toasts />)
  act(() => void toast('Chat deleted', { action: { label: 'Undo', run: () => {} } }))
  screen.getByRole('button', { name: 'Undo' }).focus()
  cleanup()
  vi.advanceTimersByTime(8_000)
  expect(toasts.value).toEqual([])
  vi.useRealTimers()
})

test('[SHELL-19] a second toast is read out alone', () => {
  render(<Toasts />)
  act(() => void toast('Chat deleted'))
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
})

test('[SHELL-19] the buttons of two toasts are described by the words of their toasts', () => {
  render(<Toasts />)
  for (const text of ['Chat with Anna deleted', 'Chat with Luca deleted'])
    act(() => void toast(text, { action: { label: 'Undo', run: () => {} } }))
  for (const name of ['Undo', t('ui.close')])
    expect(screen.getAllByRole('button', { name }).map(descriptionOf)).toEqual([
      'Chat with Anna deleted',
      'Chat with Luca deleted',
    ])
})

test('[SHELL-19] an undo stays for a keyboard, which may be far from it, and gives the focus back to the control that it is about', () => {
  vi.useFakeTimers()
  const undone = vi.fn<() => void>()
  render(
    <>
      <button type="button">Like</button>
      <Toasts />
    </>,
  )
  const heart = screen.getByRole('button', { name: 'Like' })
  heart.focus()
  const isByKeyboard = vi.spyOn(heart, 'matches').mockReturnValue(true)
  act(() => void toast('Saved'))
  act(() => void toast('Like taken back', { action: { label: 'Undo', run: undone } }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(toasts.value.map(({ text }) => text)).toEqual(['Like taken back'])
  const undo = screen.getByRole('button', { name: 'Undo' })
  undo.focus()
  act(() => undo.click())
  expect(undone).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(heart)
  isByKeyboard.mockReturnValue(false)
  act(() => void toast('Like taken back', { action: { label: 'Undo', run: undone } }))
  act(() => void vi.advanceTimersByTime(8_000))
  expect(toasts.value).toEqual([])
  vi.useRealTimers()
})

test('[PROF-9] each of two deleted photos has its undo, although both toasts have the same words', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(<Toasts />)
  for (const run of [first, second]) act(() => void toast('Photo deleted', { action: { label: 'Undo', run } }))
  for (const undo of screen.getAllByRole('button', { name: 'Undo' })) act(() => undo.click())
  expect([first, second].map((run) => run.mock.calls.length)).toEqual([1, 1])
  for (const _ of [1, 2]) act(() => void toast('Saved'))
  expect(toasts.value.map(({ text }) => text)).toEqual(['Saved'])
})

test('[CHAT-8] an alert that waits for an answer stays when three toasts come after it', () => {
  toast('The chat could not be deleted', { sticky: true })
  for (const text of ['One', 'Two', 'Three']) toast(text)
  expect(toasts.value.map(({ text }) => text)).toEqual(['The chat could not be deleted', 'Two', 'Three'])
})

test('[CHAT-8] [SHELL-19] the undo of a deletion is offered as long as it is possible, and no longer, also to a keyboard', () => {
  vi.useFakeTimers()
  render(<Toasts />)
  act(
    () =>
      void toast(
        'Chat deleted',
        undoingDeletion(() => {}),
      ),
  )
  screen.getByRole('button', { name: 'Undo' }).focus()
  act(() => void vi.advanceTimersByTime(DELETION_UNDO_MS - 1_500))
  expect(toasts.value).toHaveLength(1)
  act(() => void vi.advanceTimersByTime(1_500))
  expect(toasts.value).toEqual([])
  vi.useRealTimers()
})

const pressUndo = (target: Element = document.body, more: KeyboardEventInit = {}): boolean =>
  target.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true, ...more }),
  )

test('[SHELL-19] Control+Z runs the newest undo, wherever the focus is, and nothing else that a toast offers', () => {
  const done: string[] = []
  render(<Toasts />)
  act(() => void toast('Anna unblocked', { action: undoing(() => done.push('older')) }))
  act(() => void toast('Chat deleted', { action: undoing(() => done.push('newest')) }))
  act(() => void toast('Gift on its way', { action: { label: 'To the chat', run: () => done.push('gift') } }))
  act(() => void pressUndo())
  expect(done).toEqual(['newest'])
  expect(toasts.value.map(({ text }) => text)).toEqual(['Anna unblocked', 'Gift on its way'])
  act(() => void pressUndo())
  expect(done).toEqual(['newest', 'older'])
  expect(pressUndo(), 'the key is left to the browser').toBe(true)
})

test('[SHELL-19] Control+Z in a field undoes the typing, and Shift+Control+Z is another key', () => {
  render(
    <>
      <textarea aria-label="Text" />
      <Toasts />
    </>,
  )
  act(() => void toast('Chat deleted', { action: undoing(() => {}) }))
  const field = screen.getByLabelText('Text')
  field.focus()
  expect(pressUndo(field)).toBe(true)
  field.blur()
  expect(pressUndo(document.body, { shiftKey: true })).toBe(true)
  expect(toasts.value).toHaveLength(1)
})
