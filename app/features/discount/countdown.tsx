/** Hours, minutes and seconds until a moment. A screen reader reads it on focus, not every second. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { clockOf } from '#contract/rules/time-bonus.ts'
import { t } from '../../state/i18n.ts'
import { msUntil, watchClock } from '../../state/time-bonus.ts'
import styles from './discount.module.css'

export const Countdown = ({ until }: { until: number }) => {
  useSignals()
  useEffect(() => watchClock(until), [until])
  return (
    <span role="timer" aria-live="off" aria-label={t('discount.timeLeft')} className={styles['clock']}>
      {clockOf(msUntil(until) ?? 0)}
    </span>
  )
}
