/** A country's packages as a table to read; nothing can be bought here. */
import { useSignals } from '@preact/signals-react/runtime'
import { countryName } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { discountCode } from '../../state/discount-code.ts'
import styles from './credits.module.css'
import { NoPrices } from './no-prices.tsx'
import { PackagesSkeleton, PackageWords } from './package-list.tsx'
import { usePrices } from './use-prices.ts'
import { messageMoneyOf } from './money.ts'

/** @param from also shows the lowest price of a message */
export const PriceTable = ({ from = false }: { from?: boolean }) => {
  useSignals()
  const { list, error, refresh } = usePrices(discountCode.value)
  if (!list) return error ? <NoPrices error={error} retry={refresh} /> : <PackagesSkeleton lines={from ? 2 : 1} />
  const country = countryName(list.country)
  const least = Math.min(...list.packages.map(({ message_price: each }) => each))
  return (
    <section className={styles['section']}>
      <h2>{t('pricing.packages', { country })}</h2>
      {from ? <p>{t('pricing.messageFrom', { country, price: messageMoneyOf(least, list.currency) })}</p> : null}
      <ul className={styles['packs']}>
        {list.packages.map((one) => (
          <li key={one.id} className={styles['pack']}>
            <PackageWords of={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}
