import { useId } from 'react'
import type { PaymentMethod } from '#contract/entities/money.ts'
import { t, type TextKey } from '../../state/i18n.ts'
import { CheckField } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import styles from './credits.module.css'
import { groupsOf, type MethodGroup } from './method-groups.ts'

type Props = {
  methods: readonly PaymentMethod[]
  chosen: PaymentMethod | null
  /** The method of the member's last payment. */
  last: PaymentMethod | null
  onChoose: (method: PaymentMethod) => void
}

const MARKS = {
  card: 'card',
  paypal: 'wallet',
  postepay: 'card',
  applepay: 'smartphone',
  bank: 'landmark',
  other: 'coins',
} as const satisfies Record<MethodGroup, IconName>

/** A group with one method needs no name beside the method's. */
const GROUP_NAMES: Partial<Record<MethodGroup, TextKey>> = {
  card: 'pay.groupCard',
  bank: 'pay.groupBank',
  other: 'pay.groupRest',
}

/** The payment methods in groups, in the usual order of the country [PAY-4]. */
export const MethodList = ({ methods, chosen, last, onChoose }: Props) => {
  const title = useId()
  return (
    <section className={styles['section']}>
      <h2 id={title}>{t('pay.how')}</h2>
      <div role="radiogroup" aria-labelledby={title} className={styles['groups']}>
        {groupsOf(methods).map(({ group, methods: own }) => (
          <div key={group} className={styles['group']}>
            <span className={styles['mark']}>
              <Icon name={MARKS[group]} />
            </span>
            <div className={styles['choices']}>
              {GROUP_NAMES[group] ? <p className={styles['groupName']}>{t(GROUP_NAMES[group])}</p> : null}
              {own.map((method) => (
                <label key={method} className={styles['method']}>
                  <span>{methodName(method)}</span>
                  {method === last ? <span className="small muted">{t('pay.lastUsed')}</span> : null}
                  <input
                    className={styles['radio']}
                    type="radio"
                    name="method"
                    value={method}
                    checked={method === chosen}
                    onChange={() => onChoose(method)}
                  />
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  )
}

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
      <CheckField checked={checked} aria-describedby={hint} onChange={(event) => onChange(event.target.checked)}>
        <span>{t('pay.remember')}</span>
      </CheckField>
      <p id={hint} className="small muted">
        {t('pay.rememberHint')}
      </p>
    </div>
  )
}
