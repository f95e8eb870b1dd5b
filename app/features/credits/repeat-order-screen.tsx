/** [PAY-6] An order in one tap with the stored method; everything it buys is shown here before. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Package, RepeatOffer } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { User } from '#contract/entities/user.ts'
import { DiscountCodeRow } from '../discount/discount-code.tsx'
import { href } from '../../shell/routes.ts'
import { discountCode, setDiscountCode } from '../../state/discount-code.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ActionBar, BEGIN_TEXT_ID } from './action-bar.tsx'
import { Balance } from './balance.tsx'
import styles from './credits.module.css'
import { FictionNote } from './fiction-note.tsx'
import { FindingOutNote } from './finding-out-note.tsx'
import { findingOutKept } from './finding-out.ts'
import { ForgetMethod } from './forget-method.tsx'
import { methodName } from './method-name.ts'
import { moneyOf } from './money.ts'
import { NoPrices } from './no-prices.tsx'
import { OrderCard } from './order-card.tsx'
import { orderAtPrice, orderOfPackage } from './order.ts'
import { PayNotes } from './pay-notes.tsx'
import { usePaying } from './use-paying.ts'
import { useSeen } from './use-seen.ts'
import { usePrices } from './use-prices.ts'

export const RepeatOrderScreen = ({ me }: { me: User }) => {
  const { data, error, refresh } = useResource('payments.repeat_offer', {})
  // Offline, use the id stored on the device.
  const unknown = data ? data.finding_out : error ? findingOutKept() : null
  return (
    <div className={styles['screen']}>
      <Balance credits={me.credits} />
      {unknown !== null ? (
        <>
          <FindingOutNote id={unknown} />
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
    </div>
  )
}

const Offer = ({ offer, refresh }: { offer: RepeatOffer; refresh: () => Promise<void> }) => {
  useSignals()
  const { method, label } = offer
  const entered = discountCode.value
  const disclosure = useSeen()
  // With a code, the price list gives the discounted price.
  const prices = usePrices(entered)
  const taken = entered !== null && prices.codeError === null
  const pack = (taken ? prices.list?.packages.find(({ id }) => id === offer.package.id) : null) ?? offer.package
  const [before] = useState(offer.package.price)
  const [said, setSaid] = useState<{ of: Package; now: Pick<ErrorBody, 'price' | 'currency'> } | null>(null)
  const { busy, outcome, buy } = usePaying((now) => {
    setSaid({ of: pack, now })
    void refresh()
    void prices.refresh()
  })
  const shown = orderOfPackage(pack, taken ? entered : null)
  const order = said?.of === pack ? orderAtPrice(shown, said.now) : shown
  const price = moneyOf(order.price, order.currency)
  return (
    <>
      <p>{t('repeat.lead')}</p>
      <OrderCard of={{ ...pack, price: order.price, currency: order.currency }} note={disclosure.ref} />
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
        <Button
          full
          aria-label={
            busy ? undefined : t('repeat.submitLabel', { price, credits: t('credits.count', { count: order.credits }) })
          }
          aria-describedby={BEGIN_TEXT_ID}
          aria-disabled={busy || undefined}
          onClick={() => {
            if (disclosure.wasSeen()) buy(order, { method, repeat: true })
          }}
        >
          <span className="num">{busy ? t('pay.opening') : t('repeat.submit', { price })}</span>
        </Button>
      </ActionBar>
    </>
  )
}
