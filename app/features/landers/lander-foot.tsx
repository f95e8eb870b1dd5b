import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import styles from './lander-frame.module.css'

/** Who this is for, and what fiction there is; quietly. */
export const LanderFoot = () => {
  useSignals()
  return (
    <footer className={styles['foot']}>
      <p>{t('lander.foot', { age: likelySettings.value.min_age })}</p>
    </footer>
  )
}
