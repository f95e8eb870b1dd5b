/** A native modal dialog. It is in the page only while it is open. */
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
import { after } from '../ports/clock.ts'
import { t } from '../state/i18n.ts'
import { RoundButton } from './button.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'

type Props = {
  title: string
  onClose: () => void
  /** Slides in from the bottom on a phone. */
  sheet?: boolean
  /** While something is in progress, neither Escape nor a click on the backdrop closes the dialog. */
  locked?: boolean
  children: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

export const Dialog = ({ title, onClose, sheet = false, locked = false, children, actions }: Props) => {
  const ref = useModal()
  const titleId = useId()
  return (
    <dialog
      ref={ref}
      className={classes(styles['dialog'], sheet && styles['sheet'])}
      aria-labelledby={titleId}
      {...closingProps({ onClose, locked })}
    >
      <div className={styles['body']}>
        <div className={styles['head']}>
          <h2 id={titleId}>{title}</h2>
          {locked ? null : <RoundButton icon="x" label={t('ui.close')} className={styles['close']} onClick={onClose} />}
        </div>
        {children}
        {/* A danger button is the last of the actions, so that one gesture means the same in all dialogs. */}
        {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
      </div>
    </dialog>
  )
}

/**
 * Opens a dialog element as a modal for as long as its component lives; focus returns to where it was.
 * @param returnTo finds another element for the focus, such as one that has come instead
 */
export const useModal = (returnTo?: () => HTMLElement | null | undefined) => {
  const ref = useRef<HTMLDialogElement>(null)
  const finder = useRef(returnTo)
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return undefined
    const before = document.activeElement
    const findPlace = finder.current
    dialog.showModal()
    return () => {
      dialog.close()
      ignoreSecondTap()
      const place = findPlace?.() ?? before
      if (place instanceof HTMLElement && place.isConnected) place.focus()
    }
  }, [])
  return ref
}

/** How long after the first tap a browser counts a second one as a double tap. */
const DOUBLE_TAP_MS = 500

/** The second of two quick taps on a button that closes a dialog reaches what lay below it, such as the send button of a chat. */
const ignoreSecondTap = (): void => {
  addEventListener('click', stopSecond, true)
  after(DOUBLE_TAP_MS, () => removeEventListener('click', stopSecond, true))
}

const stopSecond = (event: globalThis.MouseEvent): void => {
  if (event.detail < 2) return
  event.preventDefault()
  event.stopPropagation()
}

type Closing = { onClose: () => void; locked: boolean }

/** Closes a dialog without its buttons: by Escape, Back and a click on the backdrop. A locked dialog ignores them. */
export const closingProps = ({ onClose, locked }: Closing) => ({
  // Back reads it (`ports/history.ts`).
  'data-locked': locked ? '' : undefined,
  onKeyDown: (event: KeyboardEvent<HTMLDialogElement>) => {
    // Chromium lets a page keep a dialog open once: a second Escape closes it, whatever `cancel` says.
    if (locked && event.key === 'Escape') event.preventDefault()
  },
  onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
    // A cancelled file chooser fires the same event, and it bubbles.
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    if (!locked) onClose()
  },
  onPointerDown: (event: MouseEvent<HTMLDialogElement>) => {
    beganInside = !isBeside(event)
  },
  onClick: (event: MouseEvent<HTMLDialogElement>) => {
    // A slip of the thumb must not discard what was written.
    if (!locked && !beganInside && isBeside(event) && !holdsText(event.currentTarget)) onClose()
  },
})

const holdsText = (dialog: HTMLDialogElement): boolean =>
  [...dialog.querySelectorAll('textarea')].some(({ value }) => value !== '') ||
  // The name of a saved filter is there from the beginning.
  [...dialog.querySelectorAll('input')].some(({ value, defaultValue }) => value !== defaultValue)

/** Whether the pointer last went down inside a dialog: a text selected to beyond the edge ends in a click on the backdrop. */
let beganInside = false

/** A click on the backdrop arrives at the dialog itself, outside its box. */
const isBeside = (event: MouseEvent<HTMLDialogElement>): boolean => {
  if (event.target !== event.currentTarget) return false
  const box = event.currentTarget.getBoundingClientRect()
  return event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom
}
