/** Two thumbs on one line: the smallest and the largest number of a range. Each thumb is a slider of the browser. */
import { useRef, type CSSProperties, type MouseEvent } from 'react'
import styles from './range-slider.module.css'

type Props = {
  label: string
  /** The names of the two thumbs. */
  names: readonly [string, string]
  min: number
  max: number
  /** The text of the largest number, if it stands for all above it. */
  maxText?: string
  value: readonly [number, number]
  onChange: (value: [number, number]) => void
}

/**
 * Neither thumb passes the other. A press on the line brings the nearer thumb there, for those who cannot drag (WCAG 2.5.7): the browser's
 * own way is lost, because only the thumbs take the finger.
 */
export const RangeSlider = ({ label, names, min, max, maxText, value: [low, high], onChange }: Props) => {
  const lowThumb = useRef<HTMLInputElement>(null)
  const highThumb = useRef<HTMLInputElement>(null)
  // A drag that ends beside its thumb is a click on the line, too.
  const beganOnLine = useRef(false)
  const press = ({ clientX, clientY }: MouseEvent): void => {
    const track = lowThumb.current
    if (!track || !beganOnLine.current) return
    const { left, width, bottom } = track.getBoundingClientRect()
    if (clientY > bottom) return
    const thumb = Number.parseFloat(getComputedStyle(track).getPropertyValue('--thumb'))
    const share = Math.min(1, Math.max(0, (clientX - left - thumb / 2) / (width - thumb)))
    const pressed = Math.round(min + (isRightToLeft(track) ? 1 - share : share) * (max - min))
    const isLow = pressed <= low || (pressed < high && pressed - low <= high - pressed)
    onChange(isLow ? [pressed, high] : [low, pressed])
    const moved = isLow ? lowThumb : highThumb
    moved.current?.focus()
  }
  return (
    <div
      role="group"
      aria-label={label}
      className={styles['range']}
      style={{ '--low': shareOf(low, min, max), '--high': shareOf(high, min, max) } as CSSProperties}
      onPointerDown={({ target }) => {
        beganOnLine.current = !(target instanceof HTMLInputElement)
      }}
      onClick={press}
    >
      <span className={styles['line']} aria-hidden="true" />
      <input
        ref={lowThumb}
        type="range"
        aria-label={names[0]}
        // Both thumbs at the right end: only the lower one can still move.
        className={low >= max ? styles['above'] : undefined}
        min={min}
        max={max}
        value={low}
        onChange={(event) => onChange([Math.min(Number(event.currentTarget.value), high), high])}
      />
      <input
        ref={highThumb}
        type="range"
        aria-label={names[1]}
        aria-valuetext={high < max ? undefined : maxText}
        min={min}
        max={max}
        value={high}
        onChange={(event) => onChange([low, Math.max(Number(event.currentTarget.value), low)])}
      />
      <span className={styles['end']} aria-hidden="true">
        {min}
      </span>
      <span className={styles['end']} aria-hidden="true">
        {maxText ?? max}
      </span>
    </div>
  )
}

const shareOf = (value: number, min: number, max: number): number => (value - min) / (max - min)

const isRightToLeft = (element: Element): boolean => getComputedStyle(element).direction === 'rtl'
