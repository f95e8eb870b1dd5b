/** The packages as radio buttons: all alike in colour and order, the smallest preselected. */
import { useSignals } from '@preact/signals-react/runtime'
import { useId } from 'react'
import type { Package } from '#contract/entities/money.ts'
import { t } from '../../state/i18n.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './credits.module.css'
import { messagesIn, Price } from './price.tsx'

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
            <PackageWords of={one} />
          </label>
        ))}
      </div>
    </section>
  )
}

export const PackageWords = ({ of }: { of: Package }) => (
  <>
    <span className={styles['words']}>
      <span className={styles['credits']}>{t('credits.count', { count: of.credits })}</span>
      <span className={styles['each']}>{messagesIn(of)}</span>
    </span>
    <Price of={of} />
  </>
)

/** @param lines the lines above the packages: a title, and with two also the lowest price of a message */
export const PackagesSkeleton = ({ lines = 1 }: { lines?: 1 | 2 }) => (
  <div className={styles['section']}>
    <Skeleton width="70%" height={26} />
    {lines === 2 ? <Skeleton width="60%" height={24} /> : null}
    <div className={styles['packs']}>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} height={64} className={styles['packSkeleton']} />
      ))}
    </div>
  </div>
)
