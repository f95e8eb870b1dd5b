import { useId } from 'react'
import type { PaymentMethod } from '#contract/entities/money.ts'
import { t } from '../../state/i18n.ts'
import styles from './credits.module.css'
import { methodName } from './method-name.ts'

type Props = {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod | null
  /** The method of the member's last payment. */
  last: PaymentMethod | null
  onChoose: (method: PaymentMethod) => void
}

/** The payment methods, in the usual order of the country [PAY-4]. */
export const MethodList = ({ methods, chosen, last, onChoose }: Props) => {
  const title = useId()
  return (
    <section className={styles['section']}>
      <h2 id={title}>{t('pay.how')}</h2>
      <div role="radiogroup" aria-labelledby={title} className={styles['methods']}>
        {methods.map((method) => (
          <label key={method} className={styles['method']}>
            <input
              className={styles['radio']}
              type="radio"
              name="method"
              value={method}
              checked={method === chosen}
              onChange={() => onChoose(method)}
            />
            <span>{methodName(method)}</span>
            {method === last ? <span className="small muted">{t('pay.lastUsed')}</span> : null}
          </label>
        ))}
      </div>
    </section>
  )
}
