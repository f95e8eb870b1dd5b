/** The colleague who works on a row now: a square with initials, the name, and the minutes left [DESK-4]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Claim } from '#contract/desk/entities/queue.ts'
import { classes } from '../../ui/classes.ts'
import { now } from '../clock.ts'
import { countdownText } from '../format.ts'
import { self } from '../session.ts'
import { t } from '../texts.ts'
import styles from './claim-mark.module.css'
import { DeskIcon } from './desk-icon.tsx'
import { StaffSquare } from './parts.tsx'

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

export const firstName = (name: string): string => name.split(' ')[0] ?? name
