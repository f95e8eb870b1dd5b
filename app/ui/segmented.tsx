/** A few options side by side: links between screens, or one choice in a form. */
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import styles from './segmented.module.css'

type Item = { label: string; extra?: ReactNode }

type LinksProps = { label: string; items: readonly (Item & { href: string; current: boolean })[] }

export const SegmentedLinks = ({ label, items }: LinksProps) => (
  <nav aria-label={label} className={classes(styles['segmented'], styles['links'])}>
    {items.map((item) => (
      <Link
        key={item.href}
        href={item.href}
        replace
        className={styles['item']}
        aria-current={item.current ? 'page' : undefined}
      >
        {item.label}
        {item.extra}
      </Link>
    ))}
  </nav>
)

type ChoiceProps<Value extends string> = {
  label: string
  name: string
  value: Value | ''
  items: readonly (Item & { value: Value })[]
  onChange: (value: Value) => void
  required?: boolean
  describedBy?: string | undefined
  invalid?: boolean
}

export const SegmentedChoice = <Value extends string>({
  label,
  name,
  value,
  items,
  onChange,
  required = false,
  describedBy,
  invalid = false,
}: ChoiceProps<Value>) => (
  <div
    role="radiogroup"
    aria-label={label}
    aria-describedby={describedBy}
    aria-invalid={invalid || undefined}
    className={styles['segmented']}
  >
    {items.map((item) => (
      <label key={item.value} className={styles['item']}>
        <input
          type="radio"
          className="covering"
          name={name}
          value={item.value}
          checked={item.value === value}
          required={required}
          onChange={() => onChange(item.value)}
        />
        {item.label}
        {item.extra}
      </label>
    ))}
  </div>
)
