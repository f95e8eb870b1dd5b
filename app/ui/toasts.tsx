import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { t } from '../state/i18n.ts'
import { isEditingText } from '../ports/page.ts'
import { askWhetherWanted, dismissToast, toasts } from '../state/toasts.ts'
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
  return (
    // Each toast is read out once: `status` alone would repeat the others with it.
    <div ref={list} className={styles['toasts']} role="status" aria-live="polite" aria-atomic="false">
      {toasts.value.map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <p>{text}</p>
          {action ? (
            <button
              type="button"
              className={styles['action']}
              onClick={() => {
                returnFocus(id)
                dismissToast(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          ) : null}
          <button
            type="button"
            className={styles['close']}
            aria-label={t('ui.close')}
            onClick={() => {
              returnFocus(id)
              dismissToast(id)
            }}
          >
            <Icon name="x" size={18} />
          </button>
        </div>
      ))}
    </div>
  )
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
