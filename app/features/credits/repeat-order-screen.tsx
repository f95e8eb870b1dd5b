/** [PAY-6] An order in one tap with the stored method; everything it buys is shown here before. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { RepeatOffer, PaymentMethod } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { moneyOf } from '../../state/format.ts'
import { DiscountCodeRow } from '../discount/discount-code.tsx'
import { call } from '../../ports/api.ts'
import { href } from '../../shell/routes.ts'
import { discountCode, setDiscountCode } from '../../state/discount-code.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { toast } from '../../state/toasts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { ActionBar, BuyButton } from './action-bar.tsx'
import { Balance } from './credit-facts.tsx'
import styles from './credits.module.css'
import { OrderCard } from './packages.tsx'
import { FictionNote, UnknownPaymentNote, PayNotes, NoPrices } from './pay-notes.tsx'
import { methodName } from './payment-methods.tsx'
import { readUnknownPayment } from './purchase-storage.ts'
import { useDisclosure } from './use-disclosure.ts'
import { usePaying } from './use-paying.ts'
import { useOrder, usePrices } from './use-prices.ts'
import { useAction } from '../../ui/use-form.ts'

export const RepeatOrderScreen = ({ me }: { me: User }) => {
  const { data, error, refresh } = useResource('payments.repeat_offer', {})
  // Offline, use the id stored on the device.
  const unknown = data ? data.finding_out : error ? readUnknownPayment() : null
  return (
    <ScreenColumn>
      <Balance credits={me.credits} />
      {unknown !== null ? (
        <>
          <UnknownPaymentNote id={unknown} />
          <FictionNote />
        </>
      ) : data?.offer ? (
        <Offer offer={data.offer} refresh={refresh} />
      ) : data ? (
        <EmptyState title={t('repeat.none')} text={t('repeat.noneText')} picture="none">
          <LinkButton href={href('credits')}>{t('pay.toPackages')}</LinkButton>
        </EmptyState>
      ) : error ? (
        <>
          <NoPrices error={error} retry={refresh} />
          <FictionNote />
        </>
      ) : (
        <>
          <Loading />
          <Skeleton height={64} className={styles['packSkeleton']} />
          <FictionNote />
        </>
      )}
    </ScreenColumn>
  )
}

const Offer = ({ offer, refresh }: { offer: RepeatOffer; refresh: () => Promise<void> }) => {
  useSignals()
  const { method, label } = offer
  const entered = discountCode.value
  const disclosure = useDisclosure()
  // With a code, the price list gives the discounted price.
  const prices = usePrices(entered)
  const taken = entered !== null && prices.codeError === null
  const pack = (taken ? prices.list?.packages.find(({ id }) => id === offer.package.id) : null) ?? offer.package
  const [before] = useState(offer.package.price)
  const { order, priced, onNewPrice } = useOrder(pack, taken ? entered : null, pack)
  const { busy, outcome, buy } = usePaying((now) => {
    onNewPrice(now)
    void refresh()
    void prices.refresh()
  })
  const price = moneyOf(order.price, order.currency)
  return (
    <>
      <p>{t('repeat.lead')}</p>
      <OrderCard pack={priced} note={disclosure.ref} />
      <p className={styles['stored']}>
        <Icon name="card" size={22} />
        <span>{t('repeat.with', { method: methodName(method), label })}</span>
      </p>
      <DiscountCodeRow
        value={entered}
        onChange={setDiscountCode}
        pack={pack.id}
        method={method}
        applied={prices.list?.discount?.code}
      />
      <div className={styles['ways']}>
        <LinkButton kind="quiet" href={href('credits')}>
          {t('repeat.other')}
        </LinkButton>
        <ForgetMethod method={method} label={label} onForgotten={refresh} />
      </div>
      <PayNotes outcome={outcome} order={order} before={order.code === null ? before : order.price} />
      <ActionBar begins note={t('repeat.mayConfirm')}>
        <BuyButton
          busy={busy}
          text={t('repeat.submit', { price })}
          label={t('repeat.submitLabel', { price, credits: t('credits.count', { count: order.credits }) })}
          onBuy={() => {
            if (disclosure.wasSeen()) buy(order, { method, repeat: true })
          }}
        />
      </ActionBar>
    </>
  )
}

type Props = { method: PaymentMethod; label: string; onForgotten: () => Promise<void> }

/** Asks for confirmation, then deletes the stored method here and at the provider. */
const ForgetMethod = (props: Props) => {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button kind="quiet" plain onClick={() => setAsks(true)}>
        {t('repeat.forget')}
      </Button>
      {asks ? <ForgetDialog {...props} onClose={() => setAsks(false)} /> : null}
    </>
  )
}

const ForgetDialog = ({ method, label, onForgotten, onClose }: Props & { onClose: () => void }) => {
  const { busy, failure, run } = useAction(async () => {
    const answer = await call('payments.forget_method', {})
    if (!answer.ok) return answer.error
    onClose()
    toast(t('repeat.forgotten'))
    return onForgotten()
  })
  return (
    <Dialog
      title={t('repeat.forgetTitle')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button kind="second" disabled={busy} onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="danger" disabled={busy} onClick={() => void run()}>
            {t('repeat.forget')}
          </Button>
        </>
      }
    >
      <p>{t('repeat.forgetText', { method: methodName(method), label })}</p>
      <NeedsNetwork />
      <FormRefusal failure={failure} />
    </Dialog>
  )
}
