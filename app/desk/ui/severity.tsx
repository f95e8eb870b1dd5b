/** The severity of a case: a shape and a word; colour only repeats both [DESK-4]. */
import type { Severity } from '#contract/desk/severity.ts'
import { classes } from '../../ui/classes.ts'
import styles from './severity.module.css'

const Shape = ({ severity }: { severity: Severity }) => {
  switch (severity) {
    case 'grave':
      return (
        <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden="true">
          <path fill="currentColor" d="M5.5 1h7L17 5.5v7L12.5 17h-7L1 12.5v-7z" />
          <path className={styles['sign']} d="M9 5v4.6M9 12.7v.1" />
        </svg>
      )
    case 'harm':
      return (
        <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden="true" className={styles['line']}>
          <path d="M9 2 17 16H1z" />
          <path d="M9 7v3.6M9 13.3v.1" />
        </svg>
      )
    case 'rest':
      return (
        <svg width={18} height={18} viewBox="0 0 18 18" aria-hidden="true" className={styles['line']}>
          <circle cx="9" cy="9" r="6.5" />
        </svg>
      )
  }
}

/** @param word the reason or the kind, such as `Scam` */
export const SeverityMark = ({ severity, word }: { severity: Severity; word: string }) => (
  <span className={classes(styles['severity'], styles[severity])}>
    <Shape severity={severity} />
    {word}
  </span>
)
