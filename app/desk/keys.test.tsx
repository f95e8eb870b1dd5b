// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenToKeys, matchKey, singleKeys, switchSingleKeys, useKeys, type KeyEntry, type Stroke } from './keys.ts'
import { DeskDialog } from './ui/desk-dialog.tsx'
import { KeyLine } from './frame/key-lists.tsx'
import { showLanguage } from './texts.ts'

let stop = (): void => {}
beforeEach(async () => {
  await showLanguage('en')
  stop = listenToKeys(document)
})
afterEach(() => {
  cleanup()
  stop()
  switchSingleKeys(true)
  vi.useRealTimers()
})

const press = (key: string, target: Element = document.body, more: KeyboardEventInit = {}): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

const entry = (keys: readonly string[], run: (key: string) => void): KeyEntry => ({ keys, text: 'keys.all', run })

const Listening = ({ entries }: { entries: readonly KeyEntry[] }) => {
  useKeys(entries)
  return <input aria-label="field" />
}

test('[DESK-16] a letter runs its entry, also as a capital, and a sequence of two keys runs its own', () => {
  const run = vi.fn<(key: string) => void>()
  render(<Listening entries={[entry(['j', 'k'], run), entry(['g q'], run)]} />)
  for (const key of ['j', 'K', 'q', 'g', 'q']) press(key)
  expect(run.mock.calls).toEqual([['j'], ['k'], ['g q']])
})

test('[DESK-16] a bracket is one also where AltGr or Option types it, and a letter with Alt is a key of the browser', () => {
  const run = vi.fn<(key: string) => void>()
  render(<Listening entries={[entry(['[', 'd', 'ArrowLeft'], run)]} />)
  press('[', document.body, { altKey: true, ctrlKey: true })
  press('[', document.body, { altKey: true })
  for (const key of ['d', 'ArrowLeft']) press(key, document.body, { altKey: true })
  expect(run.mock.calls).toEqual([['['], ['[']])
})

test('[DESK-16] the first key of a sequence is forgotten after a moment', () => {
  vi.useFakeTimers()
  const run = vi.fn<(key: string) => void>()
  render(<Listening entries={[entry(['g q'], run)]} />)
  press('g')
  vi.advanceTimersByTime(2_000)
  press('q')
  expect(run).not.toHaveBeenCalled()
})

test('[DESK-16] in a field single keys type, while Esc and Ctrl Enter still work', () => {
  const run = vi.fn<(key: string) => void>()
  render(<Listening entries={[entry(['j', 'Escape', 'Control+Enter', 'ArrowDown'], run)]} />)
  const field = screen.getByLabelText('field')
  for (const key of ['j', 'ArrowDown', 'Escape']) press(key, field)
  press('Enter', field, { ctrlKey: true })
  expect(run.mock.calls).toEqual([['Escape'], ['Control+Enter']])
})

test('[DESK-16] a key of an input method that is choosing a word is not one of the desk, also in Safari', () => {
  const run = vi.fn<(key: string) => void>()
  render(<Listening entries={[entry(['Escape'], run)]} />)
  const field = screen.getByLabelText('field')
  press('Escape', field, { isComposing: true })
  press('Escape', field, { keyCode: 229 })
  expect(run).not.toHaveBeenCalled()
})

test('[DESK-16] single keys can be switched off; arrows, Enter and Ctrl Enter stay (WCAG 2.1.4)', () => {
  const run = vi.fn<(key: string) => void>()
  render(<Listening entries={[entry(['a', '1', '?', 'Enter', 'ArrowLeft', 'Control+Enter'], run)]} />)
  switchSingleKeys(false)
  for (const key of ['a', '1', '?', 'Enter', 'ArrowLeft']) press(key)
  press('Enter', document.body, { ctrlKey: true })
  expect(run.mock.calls).toEqual([['Enter'], ['ArrowLeft'], ['Control+Enter']])
  expect(localStorage.getItem('desk.keys')).toBe('off')
  expect(singleKeys.value).toBe(false)
})

test('[DESK-16] keys of the screen do not work below an open dialog', () => {
  const below = vi.fn<(key: string) => void>()
  const above = vi.fn<(key: string) => void>()
  const view = (isOpen: boolean) => (
    <>
      <Listening entries={[entry(['j', 'k'], below)]} />
      {isOpen ? (
        <DeskDialog title="Sheet" onClose={() => {}} keys={[entry(['k'], above)]}>
          words
        </DeskDialog>
      ) : null}
    </>
  )
  const { rerender } = render(view(true))
  for (const key of ['j', 'k']) press(key)
  expect([below.mock.calls, above.mock.calls]).toEqual([[], [['k']]])
  rerender(view(false))
  press('k')
  expect(below).toHaveBeenCalledWith('k')
})

test('[DESK-16] Enter on a link or a button is a click, and other combinations belong to the browser', () => {
  const active = [[entry(['Enter', 'a', 'g q'], () => {})]]
  const stroke: Stroke = { key: 'Enter', control: false, alt: false, inField: false, onControl: false }
  expect(matchKey(active, stroke, null, true)).not.toBeNull()
  expect(matchKey(active, { ...stroke, onControl: true }, null, true)).toBeNull()
  expect(matchKey(active, { ...stroke, key: 'a', control: true }, null, true)).toBeNull()
  expect(matchKey(active, { ...stroke, key: 'a', alt: true }, null, true)).toBeNull()
  expect(matchKey(active, { ...stroke, key: 'g' }, null, true)).toBe('prefix')
})

test('[DESK-16] the key line lists a key once that several entries answer, also after they change', () => {
  const undo: KeyEntry = { keys: ['u'], text: 'key.undo', run: () => {} }
  const View = ({ count }: { count: number }) => {
    useKeys(Array.from({ length: count }, () => undo))
    return <KeyLine onAllKeys={() => {}} />
  }
  const { rerender } = render(<View count={1} />)
  for (const count of [2, 3, 2, 3]) rerender(<View count={count} />)
  expect(screen.getAllByText('undo')).toHaveLength(1)
})

test('[DESK-16] the key line lists the keys that work now', () => {
  const entries: KeyEntry[] = [
    { keys: ['j', 'k'], text: 'tab.queue', run: () => {} },
    { keys: ['Escape'], text: 'frame.close', run: () => {} },
    { keys: ['z'], text: 'tab.find', isQuiet: true, run: () => {} },
  ]
  const View = () => {
    useKeys(entries)
    return <KeyLine onAllKeys={() => {}} />
  }
  const { container, rerender } = render(<View />)
  rerender(<View />)
  expect(container.textContent).toBe('JKQueueEscClose?All keys')
  switchSingleKeys(false)
  rerender(<View />)
  expect(container.textContent).toBe('EscCloseAll keys')
})
