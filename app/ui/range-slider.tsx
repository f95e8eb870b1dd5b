/** Two thumbs on one line: the smallest and the largest number of a range. Each thumb is a slider of the browser. */
import type { CSSProperties } from 'react'
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

/** Neither thumb passes the other. */
export const RangeSlider = ({ label, names, min, max, maxText, value: [low, high], onChange }: Props) => (
  <div
    role="group"
    aria-label={label}
    className={styles['range']}
    style={{ '--low': shareOf(low, min, max), '--high': shareOf(high, min, max) } as CSSProperties}
  >
    <span className={styles['line']} aria-hidden="true" />
    <input
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

const shareOf = (value: number, min: number, max: number): number => (value - min) / (max - min)
