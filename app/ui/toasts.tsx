import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { t } from '../state/i18n.ts'
import { isDialogOpen, isEditingText } from '../ports/page.ts'
import { askWhetherWanted, dismissToast, toasts, type Toast } from '../state/toasts.ts'
import { Icon } from './icon.tsx'
import styles from './toasts.module.css'

/** Shows the toasts; render it once per page. */
export const Toasts = () => {
  useSignals()
  const list = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      askWhetherWanted(({ action }) => {
        const { activeElement, body } = document
        if (list.current?.matches(':hover') || list.current?.contains(activeElement)) return true
        // The Tab key may need a minute to the end of the page (WCAG 2.2.1). A field always shows its focus.
        const isByKeyboard =
          activeElement !== body && activeElement?.matches(':focus-visible') === true && !isEditingText()
        return action !== undefined && isByKeyboard
      }),
    [],
  )
  const returnFocus = useReturnFocus(list)
  const take = ({ id, action }: Toast): void => {
    returnFocus(id)
    dismissToast(id)
    action?.run()
  }
  useUndoKey(take)
  return (
    // Each toast is read out once: `status` alone would repeat the others with it.
    <div ref={list} className={styles['toasts']} role="status" aria-live="polite" aria-atomic="false">
      {toasts.value.map((shown) => (
        <div key={shown.id} className={styles['toast']}>
          <p id={`toast-${shown.id}`}>{shown.text}</p>
          {shown.action ? (
            <button
              type="button"
              className={styles['action']}
              // Several toasts have buttons of the same names.
              aria-describedby={`toast-${shown.id}`}
              aria-keyshortcuts={shown.action.isUndo ? 'Control+Z' : undefined}
              onClick={() => take(shown)}
            >
              {shown.action.label}
            </button>
          ) : null}
          <button
            type="button"
            className={styles['close']}
            aria-label={t('ui.close')}
            aria-describedby={`toast-${shown.id}`}
            onClick={() => take({ id: shown.id, text: shown.text })}
          >
            <Icon name="x" size={18} />
          </button>
        </div>
      ))}
    </div>
  )
}

/**
 * Control+Z undoes what the newest toast offers to undo: the Tab key would have a whole list to pass in the time of the toast (WCAG 2.2.1). In
 * a field the key is the browser's, and in the swipe game it brings back the last pass.
 */
const useUndoKey = (take: (shown: Toast) => void): void => {
  const latest = useRef(take)
  useEffect(() => {
    latest.current = take
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isUndo =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z'
      const shown = isUndo ? toasts.peek().findLast(({ action }) => action?.isUndo) : undefined
      if (!shown || isEditingText() || isDialogOpen() || document.querySelector('[data-deck]') !== null) return
      event.preventDefault()
      latest.current(shown)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** @returns brings the focus from a toast back to the control that had it when the toast came, e.g. the heart of the like that it undoes */
const useReturnFocus = (list: RefObject<HTMLElement | null>) => {
  const before = useRef<ReadonlyMap<number, Element | null>>(new Map())
  useLayoutEffect(() => {
    const { current } = before
    before.current = new Map(toasts.value.map(({ id }) => [id, current.get(id) ?? document.activeElement]))
  })
  return (id: number): void => {
    const control = before.current.get(id)
    const isInToasts = list.current?.contains(document.activeElement) === true
    if (isInToasts && control instanceof HTMLElement && control.isConnected && control !== document.body)
      control.focus()
  }
}
