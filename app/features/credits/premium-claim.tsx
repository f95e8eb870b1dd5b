import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import styles from './credits.module.css'

/** [PAY-14] The claim is never shown without its source. */
export const PremiumClaim = () => {
  useSignals()
  const claim = settings.value?.premium_claim
  if (!claim || claim.source.trim() === '') return null
  return (
    <figure className={styles['claim']}>
      <p>{t('premium.claim', { percentage: claim.percentage })}</p>
      <figcaption className="small muted">{t('premium.claimSource', { source: claim.source })}</figcaption>
    </figure>
  )
}
