/** A row that a finger drags aside to show a button. Keyboard and menu reach the same action. */
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { t } from '../../../state/i18n.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './chat-list.module.css'

type Props = {
  /** The label of the button behind the row. */
  label: string
  onDelete: () => void
  children: ReactNode
}

/** Within this distance, in pixels, the finger may still be scrolling. */
const SLACK = 8

export const SwipeRow = ({ label, onDelete, children }: Props) => {
  const front = useRef<HTMLDivElement>(null)
  const finger = useRef<{ x: number; y: number; from: number; at: number; draws: boolean } | null>(null)
  const offset = useRef(0)
  const wasDrawn = useRef(false)

  const show = (to: number): void => {
    offset.current = to
    if (!front.current) return
    front.current.style.transform = to === 0 ? '' : `translateX(${-to * sign()}px)`
    front.current.parentElement?.toggleAttribute('data-open', to > 0)
  }
  /** A touch beside an open row closes it. */
  const closeBeside = (): void => {
    const touched = new AbortController()
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (target instanceof Node && front.current?.parentElement?.contains(target) === true) return
        touched.abort()
        show(0)
      },
      { capture: true, signal: touched.signal },
    )
  }
  /** In right-to-left languages the row moves the other way. */
  const sign = (): number => (front.current && getComputedStyle(front.current).direction === 'rtl' ? -1 : 1)

  const cancel = (to: number): void => {
    finger.current = null
    front.current?.toggleAttribute('data-drawn', false)
    show(to)
  }

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    wasDrawn.current = false
    if (event.pointerType === 'mouse') return
    // Two fingers zoom the page.
    if (finger.current) return cancel(finger.current.from)
    finger.current = { x: event.clientX, y: event.clientY, from: offset.current, at: event.timeStamp, draws: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    const drag = finger.current
    if (!drag) return
    const x = (drag.x - event.clientX) * sign()
    if (!drag.draws) {
      if (Math.abs(event.clientY - drag.y) > SLACK) finger.current = null
      if (Math.abs(x) <= SLACK || finger.current === null) return
      drag.draws = true
      wasDrawn.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
      front.current?.toggleAttribute('data-drawn', true)
    }
    show(drawnDistance(drag.from + x))
  }
  const onPointerEnd = (event: PointerEvent<HTMLDivElement>): void => {
    const drag = finger.current
    finger.current = null
    front.current?.toggleAttribute('data-drawn', false)
    if (!drag?.draws) return
    const speed = ((drag.x - event.clientX) * sign()) / Math.max(1, event.timeStamp - drag.at)
    const isOpen = staysOpen(offset.current, speed)
    show(isOpen ? WIDTH : 0)
    if (isOpen) closeBeside()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const isOnRow = event.target instanceof Element && event.target.closest('[popover]') === null
    if (event.key !== 'Delete' || !isOnRow) return
    event.preventDefault()
    onDelete()
  }
  return (
    <div className={styles['swipe']}>
      <div
        ref={front}
        className={styles['front']}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onKeyDown={onKeyDown}
        onClickCapture={(event) => {
          // A drag is not a tap on the link, and a tap on an open row closes it.
          if (!wasDrawn.current && offset.current === 0) return
          event.preventDefault()
          event.stopPropagation()
          if (!wasDrawn.current) show(0)
          wasDrawn.current = false
        }}
        onDragStart={(event) => event.preventDefault()}
      >
        {children}
      </div>
      {/* Keyboards and screen readers use the menu of the row instead. */}
      <button type="button" className={styles['behind']} tabIndex={-1} aria-hidden onClick={onDelete} title={label}>
        <Icon name="trash" />
        {t('chats.delete')}
      </button>
    </div>
  )
}

/** The width of the button behind the row. */
const WIDTH = 104
/** A flick faster than this, in pixels per ms, decides by its direction. */
const FLICK = 0.4

/** Stops at the start; beyond the button the row moves with resistance. */
export const drawnDistance = (by: number): number => (by <= WIDTH ? Math.max(0, by) : WIDTH + (by - WIDTH) / 4)

export const staysOpen = (at: number, speed: number): boolean => (Math.abs(speed) > FLICK ? speed > 0 : at > WIDTH / 2)
