import { useId } from 'react'
import type { PaymentMethod } from '#contract/entities/money.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import styles from './credits.module.css'

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

/** The name of a payment method. */
const NAMES = {
  creditcard: 'method.creditcard',
  visa: 'method.visa',
  mastercard: 'method.mastercard',
  maestro: 'method.maestro',
  paypal: 'method.paypal',
  ideal: 'method.ideal',
  bancontact: 'method.bancontact',
  sofort: 'method.sofort',
  giropay: 'method.giropay',
  eps: 'method.eps',
  blik: 'method.blik',
  prezelewy24: 'method.prezelewy24',
  postepay: 'method.postepay',
  cartebancaire: 'method.cartebancaire',
  nexi: 'method.nexi',
  applepay: 'method.applepay',
  paysafecard: 'method.paysafecard',
  sct: 'method.sct',
  directdebit: 'method.directdebit',
} as const satisfies Record<PaymentMethod, TextKey>

export const methodName = (method: PaymentMethod): string => t(NAMES[method])

/** The checkbox that stores the method. It is never ticked beforehand [PAY-13]. */
export const Remember = ({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) => {
  const hint = useId()
  return (
    <div className={styles['remember']}>
      <label>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t('pay.remember')}</span>
      </label>
      <p id={hint} className="small muted">
        {t('pay.rememberHint')}
      </p>
    </div>
  )
}
