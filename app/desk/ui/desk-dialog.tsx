/** A native modal dialog. Keys of the screen below do not work while it is open. */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useKeys, type KeyEntry } from '../keys.ts'
import { t } from '../texts.ts'
import { RoundButton } from '../../ui/button.tsx'
import styles from './desk-dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  keys?: readonly KeyEntry[]
  children: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

const NO_KEYS: readonly KeyEntry[] = []

export const DeskDialog = ({ title, onClose, keys = NO_KEYS, children, actions }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useKeys(keys, { isModal: true })
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        <RoundButton icon="x" label={t('frame.close')} onClick={onClose} />
      </header>
      <div className={styles['body']}>{children}</div>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </dialog>
  )
}
