// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeOnBack } from './history.ts'

const navigation = Object.assign(new EventTarget(), { currentEntry: { index: 2 } })
vi.stubGlobal('navigation', navigation)
closeOnBack()
/** The listener of the view transitions, for example. */
const later = vi.fn<() => void>()
navigation.addEventListener('navigate', later)

const asked = vi.fn<(event: Event) => void>()

const dialog = (locked = false): HTMLDialogElement => {
  const element = document.createElement('dialog')
  element.setAttribute('open', '')
  if (locked) element.dataset['locked'] = ''
  element.addEventListener('cancel', asked)
  document.body.append(element)
  return element
}

/** @returns whether the step happens */
const step = (index: number, { navigationType = 'traverse', cancelable = true } = {}): boolean =>
  navigation.dispatchEvent(
    Object.assign(new Event('navigate', { cancelable }), { navigationType, destination: { index } }),
  )

beforeEach(() => {
  asked.mockReset()
  later.mockReset()
})
afterEach(() => document.body.replaceChildren())

describe('[SHELL-21] Back', () => {
  test('asks an open dialog to close and stays on the screen', () => {
    dialog()
    expect(step(1)).toBe(false)
    expect(asked).toHaveBeenCalledTimes(1)
    expect(later).not.toHaveBeenCalled()
  })

  test('closes the newest of two dialogs, and leaves the one below it', () => {
    const [below, newest] = [dialog(), dialog()]
    asked.mockImplementation((event) => event.target === newest && newest.remove())
    expect(step(1)).toBe(false)
    expect([below.isConnected, newest.isConnected]).toEqual([true, false])
  })

  test('leaves the screen when nothing is open, or the dialog is locked, or the browser does not let it stop', () => {
    expect(step(1)).toBe(true)
    dialog(true)
    expect(step(1)).toBe(true)
    document.body.replaceChildren()
    dialog()
    expect(step(1, { cancelable: false })).toBe(true)
    expect(asked).not.toHaveBeenCalled()
    expect(later).toHaveBeenCalledTimes(3)
  })

  test('goes to the step before, on a page and in a dialog that is locked, and closes a menu over it first', () => {
    const before = vi.fn<() => void>()
    const addStep = (parent: HTMLElement): void => {
      const button = document.createElement('button')
      button.dataset['goesBack'] = ''
      button.addEventListener('click', before)
      parent.append(button)
    }
    addStep(document.body)
    expect([step(1), before.mock.calls.length]).toEqual([false, 1])
    expect([step(3), step(1, { cancelable: false }), before.mock.calls.length]).toEqual([true, true, 1])
    dialog()
    expect([step(1), before.mock.calls.length, asked.mock.calls.length]).toEqual([false, 1, 1])
    document.body.replaceChildren()
    addStep(dialog(true))
    expect([step(1), before.mock.calls.length]).toEqual([false, 2])
  })

  test('is the only step that closes: a step forward and a tapped link happen', () => {
    dialog()
    expect(step(3)).toBe(true)
    expect(step(-1, { navigationType: 'push' })).toBe(true)
    expect(asked).not.toHaveBeenCalled()
  })
})
