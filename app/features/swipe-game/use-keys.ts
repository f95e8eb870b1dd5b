/**
 * Keyboard control of the game [LIKE-5]: right is a like, left a pass, up opens the details, Escape closes them, Ctrl+Z
 * or U undoes the last pass.
 */
import { useEffect, useRef, type RefObject } from 'react'

/** An action that is null leaves its key to the browser. */
type KeyActions = Record<'like' | 'pass' | 'undo', () => void> & Record<'open' | 'close', (() => void) | null>

/** @param game a bare letter counts only while the focus is in there (WCAG 2.1.4) */
export const useKeys = (game: RefObject<HTMLElement | null>, actions: KeyActions): void => {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const name = event.defaultPrevented || isElsewhere(event.target) ? null : actionOf(event)
      const action = name && latest.current[name]
      const isInside = event.target instanceof Node && game.current?.contains(event.target) === true
      if (!action || (isLetter(event) && !isInside)) return
      event.preventDefault()
      // A key held down counts as one choice.
      if (!event.repeat) action()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [game])
}

const isLetter = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean => key.length === 1 && !ctrlKey && !metaKey

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export const actionOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): keyof KeyActions | null => {
  if (altKey || shiftKey) return null
  // Browsers use Cmd or Alt with an arrow to go back.
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' ? 'undo' : null
  return ACTION_OF_KEY[key.length === 1 ? key.toLowerCase() : key] ?? null
}

const ACTION_OF_KEY: Partial<Record<string, keyof KeyActions>> = {
  ArrowRight: 'like',
  ArrowLeft: 'pass',
  ArrowUp: 'open',
  Escape: 'close',
  u: 'undo',
}

/** In a field the arrow keys move the cursor; a dialog or an open menu covers the game. */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [role="menu"], [contenteditable]') !== null)
