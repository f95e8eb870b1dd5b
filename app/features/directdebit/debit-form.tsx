/** The form of a direct debit: the order, the payer, and the mandate that the code will sign [PAY-10], [PAY-13]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type FormEvent } from 'react'
import type { Package, PriceList } from '#contract/entities/money.ts'
import { call } from '../../ports/api.ts'
import { now } from '../../ports/clock.ts'
import { href } from '../../shell/routes.ts'
import { connection } from '../../state/connection.ts'
import { moneyOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { onlyOnline } from '../../ui/form-notes.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import { ActionBar } from '../credits/action-bar.tsx'
import { OrderCard } from '../credits/packages.tsx'
import type { Order } from '../credits/order.ts'
import { PayNote } from '../credits/pay-notes.tsx'
import { useOrder } from '../credits/use-prices.ts'
import styles from './directdebit.module.css'
import type { Debit, Payer, SentCode } from './debit-storage.ts'
import { Mandate } from './mandate.tsx'
import { PayerFields, needsOtherMethod, placed } from './payer-fields.tsx'

type Props = {
  list: PriceList
  pack: Package
  code: string | null
  debit: Debit
  iban: string
  onTyped: (payer: Payer) => void
  onSent: (sent: SentCode, payer: Payer, iban: string) => void
  refresh: () => Promise<void>
}

export const DebitForm = ({ list, pack, code, debit, iban, onTyped, onSent, refresh }: Props) => {
  useSignals()
  const [before] = useState(pack.price)
  const [again] = useState(debit.payer !== null && iban === '')
  const { order, priced, onNewPrice } = useOrder(pack, code, list)
  const price = moneyOf(order.price, order.currency)
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const payer = payerOf(data)
    const answer = await sendDebit(debit.id, order, payer, textOf(data, 'iban'))
    if (!answer.ok && answer.error.error === 'price_changed') {
      onNewPrice(answer.error)
      void refresh()
      return null
    }
    if (!answer.ok) return placed(answer.error)
    const { phone, iban: account, mandate } = answer.data
    onSent({ ...order, phone, iban: account, mandate, at: now() }, payer, textOf(data, 'iban'))
    return null
  })
  return (
    <form
      ref={ref}
      className={styles['form']}
      noValidate
      onSubmit={onlyOnline(submit)}
      onChange={(event) => onTyped(typed(event))}
    >
      <OrderCard pack={priced} />
      <p>{t('directdebit.lead')}</p>
      <PayerFields payer={debit.payer} iban={iban} failure={failure} again={again} />
      <Mandate price={price} reference={null} />
      <ActionBar note={t('directdebit.notYet', { price })}>
        <div className={styles['notes']}>
          <PayNote
            outcome={failure && !failure.fields ? { kind: 'refused', error: failure } : null}
            order={order}
            before={before}
          />
          {failure && needsOtherMethod(failure) ? (
            <LinkButton kind="second" full href={href('credits-id-paymentmethod', { id: pack.id })}>
              {t('pay.otherMethod')}
            </LinkButton>
          ) : null}
        </div>
        <Button type="submit" full disabled={busy} aria-disabled={!connection.value.online || undefined}>
          {t(busy ? 'ui.busy' : 'directdebit.sendCode')}
        </Button>
      </ActionBar>
    </form>
  )
}

/** Sends the form. Sent again, it is the same direct debit with another code by SMS. */
export const sendDebit = (id: string, { package: pack, price, currency, code }: Order, payer: Payer, iban: string) =>
  call('directdebit.start', {
    body: { client_id: id, package: pack, price, currency, ...(code === null ? {} : { code }), ...payer, iban },
  })

const typed = (event: FormEvent<HTMLFormElement>): Payer => payerOf(new FormData(event.currentTarget))

const payerOf = (data: FormData): Payer => ({
  account_holder: textOf(data, 'account_holder'),
  street: textOf(data, 'street'),
  house_number: textOf(data, 'house_number'),
  zip: textOf(data, 'zip'),
  city: textOf(data, 'city'),
  phone: textOf(data, 'phone'),
})
