/** Small marks: counts, fiction, new, online. */
import { badgeText } from '#contract/rules/badge.ts'
import { t } from '../state/i18n.ts'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import styles from './marks.module.css'

type BadgeProps = {
  count: number
  /** A sentence for a screen reader instead of the bare number. */
  label?: string
}

/** A count, `99+` from 100, nothing at 0 [SHELL-8]. */
export const Badge = ({ count, label }: BadgeProps) => {
  const text = badgeText(count)
  if (text === null) return null
  return (
    <span className={styles['badge']}>
      {label === undefined ? (
        text
      ) : (
        <>
          <span aria-hidden="true">{text}</span>
          <span className="vh">{label}</span>
        </>
      )}
    </span>
  )
}

type LowBalanceProps = {
  /** The balance in words. */
  text: string
  tone: 'warning' | 'danger'
}

/** The badge of few credits or none [SHELL-9]. */
export const LowBalance = ({ text, tone }: LowBalanceProps) => (
  <span className={classes(styles['badge'], styles[tone])}>{text}</span>
)

/** The mark of a fictional profile with icon and word, for every place that names the profile [SAFE-7]. */
export const FictionalMark = ({ className }: { className?: string | undefined }) => (
  <span className={classes(styles['fictional'], className)}>
    <Icon name="mask" size={18} />
    {t('ui.fictional')}
  </span>
)

export const NewMark = ({ className }: { className?: string | undefined }) => (
  <span className={classes(styles['new'], className)}>{t('ui.new')}</span>
)

export const OnlineMark = () => (
  <span className={styles['online']} data-no-snapshot>
    {t('ui.online')}
  </span>
)

/** The same mark in small, beside a name. */
export const OnlineDot = () => (
  <span className={styles['dot']} role="img" aria-label={t('ui.online')} data-no-snapshot />
)
