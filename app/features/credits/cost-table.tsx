/** The prices of actions in credits, from the settings: shown also when the price list fails to load. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
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
