import { useSignals } from '@preact/signals-react/runtime'
import { now } from '../clock.ts'
import { useKeys } from '../keys.ts'
import { t } from '../texts.ts'
import { toasts } from '../toasts.ts'
import { DeskButton } from '../ui/desk-button.tsx'
import styles from './frame.module.css'

export const ToastList = () => {
  useSignals()
  // The undo key works on every screen. With several toasts, it runs the newest undo.
  useKeys(
    toasts.value.toReversed().flatMap(({ action }) => {
      const { keys, run } = action ?? {}
      return keys === undefined || run === undefined ? [] : [{ keys: [keys], text: 'key.undo' as const, run }]
    }),
  )
  return (
    <div className={styles['toasts']} role="status" aria-live="polite">
      {toasts.value.map(({ id, text, action }) => (
        <div key={id} className={styles['toast']}>
          <p>{text}</p>
          {action ? (
            <DeskButton
              kind="quiet"
              plain
              {...(action.keys !== undefined && { keys: action.keys })}
              onClick={action.run}
            >
              {action.until === undefined
                ? action.label
                : t('toast.countdown', {
                    label: action.label,
                    seconds: Math.max(0, Math.ceil((action.until - now.value) / 1_000)),
                  })}
            </DeskButton>
          ) : null}
        </div>
      ))}
    </div>
  )
}
