/** Rows in a panel with a hairline between them: each is a link, a button or a disclosure. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'
import styles from './rows.module.css'
import { isAnchorHere, useAnchor } from './use-anchor.ts'

export const Rows = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <div className={classes(styles['rows'], className)}>{children}</div>
)

type RowProps = {
  icon: IconName
  label: string
  /** The current value, or the consequence of a tap. */
  hint?: string | undefined
  danger?: boolean
}

const Inside = ({ icon, label, hint }: RowProps) => (
  <>
    <Icon name={icon} size={22} />
    <span className={styles['words']}>
      <span>{label}</span>
      {hint === undefined ? null : <span className={styles['hint']}>{hint}</span>}
    </span>
  </>
)

const look = (danger: boolean | undefined): string => classes(styles['row'], styles['acts'], danger && styles['danger'])

export const RowLink = ({ href, ...row }: RowProps & { href: string }) => (
  <Link href={href} className={look(row.danger)}>
    <Inside {...row} />
    <Icon name="chevron-right" size={20} />
  </Link>
)

export const RowButton = ({ onClick, ...row }: RowProps & { onClick: () => void }) => (
  <button type="button" className={look(row.danger)} onClick={onClick}>
    <Inside {...row} />
    <Icon name="chevron-right" size={20} />
  </button>
)

type DetailsProps = RowProps & {
  /** The fragment of an address that opens the row and brings it into view. */
  anchor?: string
  children: ReactNode
}

/** A row that opens in place. Its content is mounted while the row is open. */
export const RowDetails = ({ anchor, children, ...row }: DetailsProps) => {
  const [open, setOpen] = useState(() => isAnchorHere(anchor))
  const details = useRef<HTMLDetailsElement>(null)
  useAnchor(anchor, () => setOpen(true))
  useEffect(() => {
    if (isAnchorHere(anchor)) details.current?.scrollIntoView({ block: 'center' })
  }, [anchor])
  return (
    <details
      ref={details}
      id={anchor}
      open={open}
      className={styles['details']}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={look(row.danger)}>
        <Inside {...row} />
        <Icon name="chevron-down" size={20} className={styles['turns']} />
      </summary>
      {open ? <div className={styles['inside']}>{children}</div> : null}
    </details>
  )
}
