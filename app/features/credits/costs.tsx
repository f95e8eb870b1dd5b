import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../../state/i18n.ts'
import { settings } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import styles from './credits.module.css'

export const Balance = ({ credits }: { credits: number }) => (
  <p className={styles['balance']}>
    <Icon name="coins" size={28} />
    <span>{t('credits.balance', { count: credits })}</span>
  </p>
)

/** What things cost, from the settings. */
export const CostTable = () => {
  useSignals()
  const site = settings.value
  if (!site) return null
  return (
    <section className={styles['section']}>
      <h2>{t('credits.whatItBuys')}</h2>
      <dl className={styles['costs']}>
        <div>
          <dt>{t('credits.message')}</dt>
          <dd>{t('credits.count', { count: site.message_credits })}</dd>
        </div>
        <div>
          <dt>{t('credits.reading')}</dt>
          <dd>{t('credits.free')}</dd>
        </div>
        <div>
          <dt>{t('credits.liking')}</dt>
          <dd>{t('credits.free')}</dd>
        </div>
      </dl>
    </section>
  )
}

export const OpensLater = () => (
  <>
    <Note>
      <p>{t('credits.opensLater')}</p>
    </Note>
    <Note tone="fiction">
      <p>{t('credits.fictional')}</p>
    </Note>
  </>
)
