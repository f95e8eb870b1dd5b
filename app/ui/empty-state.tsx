/** An empty or failed screen: a title, an explanation, and one next action. */
import type { ReactNode } from 'react'
import { useReplacedScreen } from '../state/page-title.ts'
import styles from './empty-state.module.css'

type Props = {
  title: string
  text?: string
  /** The two seats with one free; or a big status code; or nothing. */
  picture?: 'seats' | 'none'
  code?: string
  level?: 1 | 2
  /** For a failure, which a screen reader has to say. */
  role?: 'alert'
  /** The next action. */
  children?: ReactNode
}

export const EmptyState = ({ title, text, picture = 'seats', code, level = 2, role, children }: Props) => {
  useReplacedScreen(level === 1)
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={styles['empty']} role={role}>
      {code === undefined ? null : <p className={styles['code']}>{code}</p>}
      {picture === 'seats' && code === undefined ? <Seats /> : null}
      <Heading>{title}</Heading>
      {text === undefined ? null : <p className="muted">{text}</p>}
      {children}
    </div>
  )
}

const Seats = () => (
  <svg className={styles['picture']} viewBox="0 0 132 112" aria-hidden="true">
    <g fill="none" stroke="currentColor" strokeWidth="2.5">
      <rect
        x="38"
        y="8"
        width="34"
        height="92"
        rx="17"
        transform="rotate(-20 55 100)"
        fill="var(--coral-tint)"
        stroke="var(--coral-text)"
      />
      <rect
        x="60"
        y="8"
        width="34"
        height="92"
        rx="17"
        transform="rotate(20 77 100)"
        stroke="var(--control)"
        strokeDasharray="5 6"
      />
    </g>
  </svg>
)
