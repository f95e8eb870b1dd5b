import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import { t } from '../state/i18n.ts'
import { askWhetherReached, dismissToast, toasts } from '../state/toasts.ts'
import { Icon } from './icon.tsx'
import styles from './toasts.module.css'

/** Shows the toasts; render it once per page. */
export const Toasts = () => {
  useSignals()
  const list = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      askWhetherReached(() => {
        const { current } = list
        return current !== null && (current.matches(':hover') || current.contains(current.ownerDocument.activeElement))
      }),
    [],
  )
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
                dismissToast(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          ) : null}
          <button type="button" className={styles['close']} aria-label={t('ui.close')} onClick={() => dismissToast(id)}>
            <Icon name="x" size={18} />
          </button>
        </div>
      ))}
    </div>
  )
}
