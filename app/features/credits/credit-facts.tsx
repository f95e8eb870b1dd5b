/** The prices of actions in credits, from the settings: shown also when the price list fails to load. */
import { useSignals } from '@preact/signals-react/runtime'
import { PHOTOS_PREMIUM } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './credits.module.css'

export const CostTable = () => {
  useSignals()
  const { message_credits, photo_credits, gift_credits } = likelySettings.value
  const rows = [
    [t('credits.message'), t('credits.count', { count: message_credits })],
    [t('pricing.photo'), t('credits.count', { count: photo_credits })],
    [t('pricing.gift'), t('credits.count', { count: gift_credits })],
    [t('credits.reading'), t('credits.free')],
    [t('credits.liking'), t('credits.free')],
  ] as const
  return (
    <section className={styles['section']}>
      <h2>{t('credits.whatItBuys')}</h2>
      <dl className={styles['costs']}>
        {rows.map(([what, cost]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{cost}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export const Balance = ({ credits }: { credits: number }) => (
  <p className={styles['balance']}>
    <Icon name="coins" size={28} />
    <span>{t('credits.balance', { count: credits })}</span>
  </p>
)

/** A list of ticks: what credits buy, what comes with them, and that nothing renews by itself. */
export const Ticks = ({ lines }: { lines: readonly string[] }) => (
  <ul className={styles['ticks']}>
    {lines.map((line) => (
      <li key={line}>
        <Icon name="check" size={20} />
        <span>{line}</span>
      </li>
    ))}
  </ul>
)

export const ShopTicks = ({ refundDays }: { refundDays: number }) => {
  useSignals()
  const { message_credits: count, photo_credits: photo, gift_credits: gift } = likelySettings.value
  return (
    <Ticks
      lines={[
        t('credits.tickCosts', { count, photo, gift }),
        t('credits.tickPremium', { limit: PHOTOS_PREMIUM }),
        t('credits.tickOnce', { count: refundDays }),
      ]}
    />
  )
}
