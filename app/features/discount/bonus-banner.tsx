/**
 * The current discount, above the prices: the time bonus, else the welcome code; for a visitor the discount of a new
 * member [PAY-8], [PAY-9], [SITE-13]. Without a discount nothing is shown.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { clockOf } from '#contract/rules/time-bonus.ts'
import { SignupLink } from '../../shell/open-signup.tsx'
import { percentOf } from '../../state/format.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { msUntil, watchClock } from '../../state/time-bonus.ts'
import { RoundButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './discount.module.css'
import { useOffer } from './use-offer.ts'
import { hideWelcome, welcomeHidden } from './welcome-hidden.ts'

const WORDS = {
  visitor: 'discount.forNew',
  rising: 'discount.thenFull',
  lasting: 'discount.anyPackage',
} as const satisfies Record<string, TextKey>

/** @param floating a short form that floats over the foot of a list, so that it shifts nothing when it appears */
export const BonusBanner = ({ floating = false }: { floating?: boolean }) => {
  useSignals()
  const offer = useOffer()
  if (offer === null || (offer.kind === 'welcome' && welcomeHidden.value)) return null
  const isMember = user.value !== null
  return (
    <aside className={classes(styles['bonus'], floating && styles['floating'])} aria-label={t('discount.banner')}>
      <div className={styles['words']}>
        <p>
          <b>{t('discount.firstPurchase', { percent: percentOf(offer.value_percentage) })}</b>
          {floating ? null : ` ${t(WORDS[isMember ? (offer.rises_at === null ? 'lasting' : 'rising') : 'visitor'])}`}
        </p>
        {isMember ? null : (
          <SignupLink kind="quiet" small className={styles['join'] ?? ''}>
            {t('index.signup')}
          </SignupLink>
        )}
      </div>
      {offer.rises_at === null ? null : <Countdown until={offer.rises_at} />}
      {offer.kind === 'welcome' ? (
        <RoundButton icon="x" label={t('discount.hide')} className={styles['hide']} onClick={() => hideWelcome()} />
      ) : null}
    </aside>
  )
}

/** Hours, minutes and seconds until a moment. A screen reader reads it on focus, not every second. */
export const Countdown = ({ until }: { until: number }) => {
  useSignals()
  useEffect(() => watchClock(until), [until])
  return (
    <span role="timer" aria-live="off" aria-label={t('discount.timeLeft')} className={styles['clock']}>
      {clockOf(msUntil(until) ?? 0)}
    </span>
  )
}
