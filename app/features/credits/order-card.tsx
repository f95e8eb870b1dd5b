/** The package and its price, shown before any button that buys it [PAY-13]. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode, RefObject } from 'react'
import type { Package } from '#contract/entities/money.ts'
import { t } from '../../state/i18n.ts'
import styles from './credits.module.css'
import { FictionNote } from './fiction-note.tsx'
import { PackageWords } from './package-list.tsx'

type Props = {
  of: Package
  /** The element with the disclosure. */ note?: RefObject<HTMLDivElement | null>
  children?: ReactNode
}

export const OrderCard = ({ of, note, children }: Props) => {
  useSignals()
  return (
    <>
      <section className={styles['section']}>
        <h2>{t('pay.order')}</h2>
        <div className={styles['order']}>
          <PackageWords of={of} />
        </div>
        {children}
      </section>
      <div ref={note}>
        <FictionNote />
      </div>
    </>
  )
}
