/** Small parts of every screen of the desk. */
import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { initialsOf } from '../format.ts'
import { t } from '../texts.ts'
import { DeskIcon, type DeskIconName } from './desk-icon.tsx'
import styles from './parts.module.css'

type TagProps = {
  tone?: 'plain' | 'signal' | 'good' | 'bad' | 'warn' | 'plum'
  icon?: DeskIconName
  children: ReactNode
}

/** A fact in a pill. A tone repeats what icon and word say. */
export const Tag = ({ tone = 'plain', icon, children }: TagProps) => (
  <span className={classes(styles['tag'], tone !== 'plain' && styles[tone])}>
    {icon ? <DeskIcon name={icon} size={14} /> : null}
    {children}
  </span>
)

/** The mark of a fictional profile, in every place that names one [SAFE-7]. */
export const FictionalTag = () => <Tag icon="theatre">{t('queue.fictional')}</Tag>

/** Staff are squares with initials; members are round portraits. */
export const StaffSquare = ({ name, large = false }: { name: string; large?: boolean }) => (
  <span className={classes(styles['staff'], large && styles['large'])} aria-hidden="true">
    {initialsOf(name)}
  </span>
)

const sizeOf = (size: number): CSSProperties => ({ '--size': `${size}px` }) as CSSProperties

/** A member's portrait; without one, or if it must stay covered, an icon in its place. */
export const Portrait = ({
  src,
  icon = 'user',
  size = 36,
}: {
  src: string | null
  icon?: DeskIconName
  size?: number
}) =>
  src === null ? (
    <span className={styles['cover']} style={sizeOf(size)}>
      <DeskIcon name={icon} size={size < 40 ? 18 : 22} />
    </span>
  ) : (
    <span className={styles['portrait']} style={sizeOf(size)}>
      <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />
    </span>
  )

type BoxProps = {
  title: string
  icon?: DeskIconName
  end?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A group of facts with a heading. */
export const Box = ({ title, icon, end, className, children }: BoxProps) => (
  <section className={classes(styles['box'], className)}>
    <header>
      {icon ? <DeskIcon name={icon} /> : null}
      <h2>{title}</h2>
      {end === undefined ? null : <span className={styles['end']}>{end}</span>}
    </header>
    <div className={styles['inside']}>{children}</div>
  </section>
)

/** Pairs of a name and a value. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles['facts']}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** Covered contents are not in the page until somebody asks for them, and showing them is logged [DESK-3]. */
export const CoveredText = ({ title, note, action }: { title: string; note: string; action: ReactNode }) => (
  <div className={styles['veil']}>
    <DeskIcon name="eye-off" size={20} />
    <p>
      <b>{title}</b>
      <br />
      <span className="muted">{note}</span>
    </p>
    {action}
  </div>
)

type EmptyProps = { title: string; text: string; icon?: DeskIconName; action?: ReactNode; children?: ReactNode }

/** The state of an empty list or page: a heading, a sentence, and perhaps an action. */
export const Empty = ({ title, text, icon, action, children }: EmptyProps) => (
  <div className={styles['empty']}>
    {children}
    {icon ? <Portrait src={null} icon={icon} size={56} /> : null}
    <h2>{title}</h2>
    <p className="muted">{text}</p>
    {action}
  </div>
)

/** The brand's mark with one empty seat, for an empty queue. */
export const OneSeat = () => (
  <svg width="84" height="84" viewBox="0 0 32 32" aria-hidden="true">
    <rect
      className={styles['emptySeat']}
      x="10.6"
      y="3"
      width="10.8"
      height="26"
      rx="5.4"
      transform="rotate(31 16 23.6)"
    />
    <rect
      className={styles['takenSeat']}
      x="10.6"
      y="3"
      width="10.8"
      height="26"
      rx="5.4"
      transform="rotate(-31 16 23.6)"
    />
  </svg>
)
