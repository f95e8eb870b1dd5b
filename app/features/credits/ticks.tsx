/** A list of ticks: what credits buy, what comes with them, and that nothing renews by itself. */
import { useSignals } from '@preact/signals-react/runtime'
import { PHOTOS_PREMIUM } from '#contract/limits.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './credits.module.css'

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
