/** The severity of a case: a shape and a word; colour only repeats both [DESK-4]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Claim } from '#contract/desk/queue.ts'
import type { Severity } from '#contract/desk/severity.ts'
import { classes } from '../../ui/classes.ts'
import { now } from '../clock.ts'
import { countdownText, timeText } from '../format.ts'
import { self } from '../session.ts'
import { t } from '../texts.ts'
import { DeskIcon } from './desk-icon.tsx'
import { StaffSquare } from './parts.tsx'
import styles from './queue-marks.module.css'

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

type Props = {
  claim: Claim | null
  /** The row is an appeal against one's own decision, so a colleague must answer it [DESK-9]. */
  notYou?: boolean
  className?: string | undefined
}

export const ClaimMark = ({ claim, notYou = false, className }: Props) => {
  useSignals()
  if (notYou)
    return (
      <span className={classes(styles['claim'], className)}>
        <DeskIcon name="lock" size={16} />
        {t('claim.notYou')}
      </span>
    )
  const activeClaim = liveClaim(claim, now.value)
  if (activeClaim === null)
    return <span className={classes(styles['claim'], styles['free'], className)}>{t('claim.free')}</span>
  const isMine = activeClaim.staff === self.value?.id
  const left = countdownText(activeClaim.until, now.value)
  return (
    <span className={classes(styles['claim'], isMine && styles['mine'], className)}>
      <StaffSquare name={activeClaim.name} />
      <span>{t('claim.by', { name: isMine ? t('claim.you') : firstName(activeClaim.name), left })}</span>
    </span>
  )
}

/** The claim, or null once its ten minutes have ended. */
export const liveClaim = (claim: Claim | null, at: number): Claim | null =>
  claim !== null && claim.until > at ? claim : null

/** Said aloud after a claim: the mark changes far from the key that was pressed. @param until in ms since the epoch */
export const claimedText = (until: number): string => t('claim.yours', { time: timeText(until) })

export const firstName = (name: string): string => name.split(' ')[0] ?? name
