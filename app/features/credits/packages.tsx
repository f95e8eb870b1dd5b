/** The packages as radio buttons: all alike in colour and order, the smallest preselected. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId, type ReactNode, type RefObject } from 'react'
import type { Package } from '#contract/entities/money.ts'
import { discountCode } from '../../state/discount-code.ts'
import { countryName, moneyOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { likelySettings } from '../../state/site.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import styles from './credits.module.css'
import { isDiscounted } from './order.ts'
import { FictionNote, NoPrices, PendingNote } from './pay-notes.tsx'
import { usePrices } from './use-prices.ts'

type Props = { packages: readonly Package[]; selected: string; onSelect: (id: string) => void }

export const PackageList = ({ packages, selected, onSelect }: Props) => {
  useSignals()
  const title = useId()
  return (
    <section className={styles['section']}>
      <h2 id={title}>{t('credits.howMuch')}</h2>
      <div role="radiogroup" aria-labelledby={title} className={styles['packs']}>
        {packages.map((one) => (
          <label key={one.id} className={styles['pack']}>
            <input
              className={styles['radio']}
              type="radio"
              name="package"
              value={one.id}
              checked={one.id === selected}
              onChange={() => onSelect(one.id)}
            />
            <PackageWords pack={one} />
          </label>
        ))}
      </div>
    </section>
  )
}

const PackageWords = ({ pack }: { pack: Package }) => (
  <>
    <span className={styles['words']}>
      <span className={styles['credits']}>{t('credits.count', { count: pack.credits })}</span>
      <span className={styles['each']}>{messagesIn(pack)}</span>
    </span>
    <Price pack={pack} />
  </>
)

/** @param lines the lines above the packages: a title, and with two also the lowest price of a message */
export const PackagesSkeleton = ({ lines = 1 }: { lines?: 1 | 2 }) => (
  <div className={styles['section']}>
    <Loading />
    <Skeleton width="70%" height={26} />
    {lines === 2 ? <Skeleton width="60%" height={24} /> : null}
    <div className={styles['packs']}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={64} className={styles['packSkeleton']} />
      ))}
    </div>
  </div>
)

type PackagePrices = Pick<Package, 'price' | 'full_price' | 'currency'>

/** The price of a package; the full price is crossed out beside it only if there is a real discount. */
const Price = ({ pack: { price, full_price: full, currency } }: { pack: PackagePrices }) => (
  <span className={styles['price']}>
    <span className="num">{moneyOf(price, currency)}</span>
    {isDiscounted({ price, full_price: full }) ? (
      <>
        <s className="num" aria-hidden="true">
          {moneyOf(full, currency)}
        </s>
        <span className="vh"> {t('credits.fullPrice', { price: moneyOf(full, currency) })}</span>
      </>
    ) : null}
  </span>
)

/** For example: 15 messages, €0.50 each. Null if messages are free. */
const messagesIn = ({ credits, message_price: each, currency }: Package): string | null => {
  const { message_credits: cost } = likelySettings.value
  const count = cost > 0 ? Math.floor(credits / cost) : 0
  return count === 0 ? null : t('credits.packageMessages', { count, price: messageMoneyOf(each, currency) })
}

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
      {from ? <p>{t('pricing.messageFrom', { price: messageMoneyOf(least, list.currency) })}</p> : null}
      <ul className={styles['packs']}>
        {list.packages.map((one) => (
          <li key={one.id} className={styles['pack']}>
            <PackageWords pack={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type OrderCardProps = {
  pack: Package
  /** The element with the disclosure. */
  note?: RefObject<HTMLDivElement | null>
  children?: ReactNode
}

/** The package and its price, shown before any button that buys it [PAY-13]. */
export const OrderCard = ({ pack, note, children }: OrderCardProps) => {
  useSignals()
  return (
    <>
      <section className={styles['section']}>
        <h2>{t('pay.order')}</h2>
        <div className={styles['order']}>
          <PackageWords pack={pack} />
        </div>
        {children}
        <PendingNote />
      </section>
      <div ref={note} tabIndex={-1} className={styles['aside']}>
        <FictionNote />
      </div>
    </>
  )
}

/** The price of one message, rounded up so that it is never understated. */
const messageMoneyOf = (minor: number, currency: string): string => moneyOf(Math.ceil(minor), currency)
