/** Keyboard control of the game [LIKE-5]: right is a like, left a pass, Ctrl+Z undoes the last pass. */
import { useEffect, useRef } from 'react'

type Deeds = { like: () => void; pass: () => void; undo: () => void }

export const useKeys = (deeds: Deeds): void => {
  const latest = useRef(deeds)
  useEffect(() => {
    latest.current = deeds
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const deed = event.defaultPrevented || isElsewhere(event.target) ? null : deedOf(event)
      if (!deed) return
      event.preventDefault()
      // A key held down counts as one choice.
      if (!event.repeat) latest.current[deed]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export const deedOf = ({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): keyof Deeds | null => {
  if (altKey || shiftKey) return null
  // Browsers use Cmd or Alt with an arrow to go back.
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' ? 'undo' : null
  if (key === 'ArrowRight') return 'like'
  return key === 'ArrowLeft' ? 'pass' : null
}

/** In a field the arrow keys move the cursor; a dialog or an open menu covers the game. */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof Element && target.closest('input, textarea, select, [role="menu"], [contenteditable]') !== null)
