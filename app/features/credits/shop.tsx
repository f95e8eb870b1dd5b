/** The packages, with everything that must be shown before the payment [PAY-13]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ReactNode } from 'react'
import type { Package, PriceList } from '#contract/entities/money.ts'
import { BonusBanner } from '../discount/bonus-banner.tsx'
import { DiscountCodeRow } from '../discount/discount-code.tsx'
import { href } from '../../shell/routes.ts'
import { discountCode, setDiscountCode } from '../../state/discount-code.ts'
import { listOf, moneyOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { LinkButton } from '../../ui/button.tsx'
import { RowLink, Rows } from '../../ui/rows.tsx'
import { ActionBar } from './action-bar.tsx'
import { CostTable, ShopTicks } from './credit-facts.tsx'
import { firstMethod, selectedPackage } from './order.ts'
import { PackageList, PackagesSkeleton } from './packages.tsx'
import { BuyingStopped, FictionNote, NoPrices } from './pay-notes.tsx'
import { methodName } from './payment-methods.tsx'
import { readStoredMethod } from './purchase-storage.ts'
import { usePrices } from './use-prices.ts'

/** @param children further rows, between the packages and the button */
export const Shop = ({ children }: { children?: ReactNode }) => {
  useSignals()
  const code = discountCode.value
  const { list, error, refresh } = usePrices(code)
  const [wanted, setWanted] = useState<string | null>(null)
  const selected = list && selectedPackage(list.packages, wanted)
  if (!list || !selected)
    return (
      <>
        {error ? <NoPrices error={error} retry={refresh} /> : <PackagesSkeleton />}
        {error ? <CostTable /> : null}
        <FictionNote />
        {children}
      </>
    )
  return (
    <>
      {list.buying_stopped ? <BuyingStopped /> : <BonusBanner />}
      <PackageList packages={list.packages} selected={selected.id} onSelect={setWanted} />
      <FictionNote />
      <ShopTicks refundDays={list.refund_days} />
      <Rows>
        <RowLink icon="card" href={nextStep(selected)} label={t('credits.method')} hint={methodWords(list)} />
      </Rows>
      <DiscountCodeRow value={code} onChange={setDiscountCode} pack={selected.id} applied={list.discount?.code} />
      {children}
      {list.buying_stopped ? null : (
        <ActionBar note={t('credits.notYet')}>
          <LinkButton href={nextStep(selected)} full>
            <span className="num">
              {t('credits.continue', {
                credits: t('credits.count', { count: selected.credits }),
                price: moneyOf(selected.price, selected.currency),
              })}
            </span>
          </LinkButton>
        </ActionBar>
      )}
    </>
  )
}

const nextStep = ({ id }: Package): string => href('credits-id-paymentmethod', { id })

const NAMED = 4

/** The preselected method first, then the others. */
const methodWords = (list: PriceList): string => {
  const first = firstMethod(list, { wanted: null, stored: readStoredMethod() })
  const others = list.methods.filter((method) => method !== first)
  const names = [...(first ? [first] : []), ...others].slice(0, NAMED).map(methodName)
  return list.methods.length > NAMED ? `${names.join(', ')} …` : listOf(names)
}
