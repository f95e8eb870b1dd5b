// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { t } from '../state/i18n.ts'
import { Dialog } from './dialog.tsx'
import { setUpTexts } from '../testing/texts.ts'

const onClose = vi.fn<() => void>()

setUpTexts()

beforeEach(() => {
  onClose.mockReset()
  document.body.innerHTML = '<button id="opener"></button>'
  document.querySelector<HTMLElement>('#opener')?.focus()
})

afterEach(cleanup)

const open = (locked: boolean) =>
  render(
    <Dialog title="A title" onClose={onClose} locked={locked}>
      <input type="file" aria-label="a file" />
    </Dialog>,
  )
const dialog = (): HTMLDialogElement => screen.getByRole('dialog', { hidden: true })
const escape = (): boolean => fireEvent(dialog(), new Event('cancel', { cancelable: true }))

describe('[SHELL-19] a dialog', () => {
  test('is named by its title, and gives the focus back when it closes', () => {
    const { unmount } = open(false)
    expect(document.querySelector(`#${CSS.escape(dialog().getAttribute('aria-labelledby') ?? '')}`)?.textContent).toBe(
      'A title',
    )
    screen.getByLabelText('a file').focus()
    unmount()
    expect(document.activeElement?.id).toBe('opener')
  })

  test('closes with its button, with Escape and with a click beside it', () => {
    open(false)
    fireEvent.click(screen.getByRole('button', { name: t('ui.close'), hidden: true }))
    escape()
    vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
    fireEvent.click(dialog(), { clientX: 50, clientY: 150 })
    expect(onClose).toHaveBeenCalledTimes(3)
  })

  test('keeps the second of two quick taps from what lay below it, and no later double tap', () => {
    vi.useFakeTimers()
    const onClick = vi.fn<() => void>()
    const opener = document.querySelector('#opener') ?? document.body
    opener.addEventListener('click', onClick)
    open(false).unmount()
    fireEvent.click(opener, { detail: 2 })
    expect(onClick).not.toHaveBeenCalled()
    fireEvent.click(opener, { detail: 1 })
    expect(onClick).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(500)
    fireEvent.click(opener, { detail: 2 })
    expect(onClick).toHaveBeenCalledTimes(2)
    vi.useRealTimers()
  })

  test('stays open, with what is typed, when a text is selected with the mouse to beyond its edge', () => {
    open(false)
    vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
    fireEvent.pointerDown(screen.getByLabelText('a file'), { clientX: 150, clientY: 150 })
    // Browsers send the click to what contains both ends of the movement.
    fireEvent.click(dialog(), { clientX: 50, clientY: 150 })
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.pointerDown(dialog(), { clientX: 50, clientY: 150 })
    fireEvent.click(dialog(), { clientX: 50, clientY: 150 })
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('stays open for a click inside its box, and when a file chooser is cancelled', () => {
    open(false)
    vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
    fireEvent.click(dialog(), { clientX: 150, clientY: 150 })
    fireEvent(screen.getByLabelText('a file'), new Event('cancel', { bubbles: true }))
    expect(onClose).not.toHaveBeenCalled()
  })

  test.each(['textarea', 'input'] as const)('stays open for a click beside it while its %s holds a text', (field) => {
    open(false)
    vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
    const text = document.createElement(field)
    dialog().insertAdjacentHTML('beforeend', '<input value="Near me" />')
    dialog().append(text)
    text.value = 'Half a report'
    fireEvent.click(dialog(), { clientX: 50, clientY: 150 })
    expect(onClose).not.toHaveBeenCalled()
    text.value = ''
    fireEvent.click(dialog(), { clientX: 50, clientY: 150 })
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  test('ignores Escape and the backdrop while something is in progress, and has no close button', () => {
    open(true)
    vi.spyOn(dialog(), 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 100, 200, 200))
    expect(escape()).toBe(false)
    expect(fireEvent.keyDown(dialog(), { key: 'Escape' })).toBe(false)
    fireEvent.click(dialog(), { clientX: 50, clientY: 150 })
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: t('ui.close'), hidden: true })).toBeNull()
  })
})
