/** The mandate that the code signs: who may debit how much, once, and the right to a refund. */
import { FailedRead } from '../../shell/failed-read.tsx'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { FactList } from '../../ui/fact-list.tsx'
import styles from './directdebit.module.css'

type Props = {
  /** The debited amount, e.g. `€7.49`. */
  price: string
  /** Null until the server has accepted the form. */
  reference: string | null
}

export const Mandate = ({ price, reference }: Props) => {
  const { data, error, refresh } = useResource('companyinfo.get', {})
  const company = data?.companyinfo
  const creditor = company?.name ?? ''
  return (
    <section className={styles['mandate']}>
      <h2>{t('directdebit.mandateTitle')}</h2>
      <FactList
        facts={[
          {
            label: t('directdebit.creditor'),
            value: company ? [creditor, company.address, company.city].join(', ') : '…',
          },
          { label: t('directdebit.reference'), value: reference ?? t('directdebit.referenceLater') },
        ]}
      />
      {!data && error ? (
        // A mandate without its creditor would be none.
        <FailedRead error={error} offlineText={t('ui.needsNetwork')} onRetry={refresh} />
      ) : (
        <p className="small">{t('directdebit.mandateText', { creditor, price })}</p>
      )}
      <p className="small">{t('directdebit.mandateRight')}</p>
    </section>
  )
}
