/** The central motif of the look: two seats that face each other. Use it for the landing picture, the match and a chat that begins. */
import { useState } from 'react'
import { classes } from './classes.ts'
import { firstLetter } from './photo-placeholder.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './pair.module.css'

export type Seat = {
  /** The portrait's path, or null for the letter. */
  source: string | null
  name: string
  /** Drawn portraits look to the right: mirror the right one so that the two face each other. Never mirror a photograph. */
  mirrored?: boolean
}

type Props = {
  left: Seat
  right: Seat
  icon: IconName
  /** The seats swing in and meet. */
  swing?: boolean
}

export const Pair = ({ left, right, icon, swing = false }: Props) => (
  <div className={classes(styles['pair'], swing && styles['swing'])}>
    <SeatView seat={left} side="a" />
    <SeatView seat={right} side="b" />
    <span className={styles['meet']}>
      <Icon name={icon} size={28} filled={icon === 'heart'} />
    </span>
  </div>
)

const SeatView = ({ seat, side }: { seat: Seat; side: 'a' | 'b' }) => {
  const [failed, setFailed] = useState(false)
  return (
    <div className={classes(styles['seat'], styles[side], seat.mirrored && styles['mirrored'])}>
      {seat.source === null || failed ? (
        <span className={styles['letter']} aria-hidden="true">
          {firstLetter(seat.name)}
        </span>
      ) : (
        <img src={seat.source} alt="" decoding="async" onError={() => setFailed(true)} />
      )}
    </div>
  )
}
