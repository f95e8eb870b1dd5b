// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toast, toasts } from '../state/toasts.ts'
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
