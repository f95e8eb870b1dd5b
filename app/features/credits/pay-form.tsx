/** The last step before the payment page: the order, the disclosure, the method, the price on the button. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { Package, PaymentMethod, PriceList } from '#contract/entities/money.ts'
import { moneyOf } from '../../state/format.ts'
import { DiscountCodeRow } from '../discount/discount-code.tsx'
import { href } from '../../shell/routes.ts'
import { setDiscountCode } from '../../state/discount-code.ts'
import { t } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ActionBar, BuyButton } from './action-bar.tsx'
import styles from './credits.module.css'
import { hasApplePay, usableMethods } from './method-groups.ts'
import { canBeRemembered, firstMethod } from './order.ts'
import { OrderCard } from './packages.tsx'
import { BuyingStopped, PayNotes } from './pay-notes.tsx'
import { methodName, MethodList, Remember } from './payment-methods.tsx'
import { storeMethod, readStoredMethod } from './purchase-storage.ts'
import { useDisclosure } from './use-disclosure.ts'
import { usePaying } from './use-paying.ts'
import { useOrder } from './use-prices.ts'

type Props = {
  list: PriceList
  pack: Package
  /** The code that was entered; `taken` if the server accepts it. */
  code: { entered: string | null; taken: boolean }
  /** The method in the address. */
  method: PaymentMethod | null
  refresh: () => Promise<void>
}

export const PayForm = ({ list, pack, code, method: wanted, refresh }: Props) => {
  useSignals()
  const [, navigate] = useLocation()
  const disclosure = useDisclosure()
  const [remember, setRemember] = useState(false)
  const [before] = useState(pack.price)
  const { order, priced, onNewPrice } = useOrder(pack, code.taken ? code.entered : null, list)
  const { busy, outcome, buy } = usePaying((now) => {
    onNewPrice(now)
    void refresh()
  })
  const methods = usableMethods(list.methods, typeof window !== 'undefined' && hasApplePay(window))
  const method = firstMethod({ ...list, methods }, { wanted, stored: readStoredMethod() })
  const choose = (chosen: PaymentMethod): void => {
    storeMethod(chosen)
    navigate(href('credits-id-paymentmethod', { id: pack.id, paymentmethod: chosen }), { replace: true })
  }
  if (method === null || list.buying_stopped)
    return (
      <>
        <OrderCard pack={priced} />
        {list.buying_stopped ? (
          <BuyingStopped />
        ) : (
          <Note tone="warn">
            <p>{t('pay.noMethods')}</p>
          </Note>
        )}
      </>
    )
  const price = moneyOf(order.price, order.currency)
  return (
    <>
      <OrderCard pack={priced} note={disclosure.ref}>
        <LinkButton kind="quiet" small href={href('credits')} className={styles['change'] ?? ''}>
          {t('pay.change')}
        </LinkButton>
      </OrderCard>
      <MethodList methods={methods} chosen={method} last={list.last_method} onChoose={choose} />
      {canBeRemembered(method) ? <Remember checked={remember} onChange={setRemember} /> : null}
      <DiscountCodeRow
        value={code.entered}
        onChange={setDiscountCode}
        pack={pack.id}
        method={method}
        applied={list.discount?.code}
      />
      <PayNotes outcome={outcome} order={order} before={before} />
      <ActionBar
        begins={method !== 'directdebit'}
        note={method === 'directdebit' ? t('pay.opensForm') : t('pay.opens', { method: methodName(method) })}
      >
        {method === 'directdebit' ? (
          <LinkButton href={`${href('directdebit')}?package=${pack.id}`} full>
            {t('pay.toForm', { method: methodName(method) })}
          </LinkButton>
        ) : (
          <BuyButton
            busy={busy}
            text={t('pay.submit', { price })}
            label={t('pay.submitLabel', { price, credits: t('credits.count', { count: order.credits }) })}
            onBuy={() => {
              // Pay even if the device seems offline: it may not have noticed yet that the network is back.
              if (!disclosure.wasSeen()) return
              storeMethod(method)
              buy(order, { method, remember: remember && canBeRemembered(method) })
            }}
          />
        )}
      </ActionBar>
    </>
  )
}
