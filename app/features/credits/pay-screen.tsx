/** One package: the choice of a method, or with `?payment=` the status of that payment [PAY-5]. */
import { useSignals } from '@preact/signals-react/runtime'
import { useSearch } from 'wouter'
import type { PaymentMethod } from '#contract/entities/money.ts'
import type { User } from '#contract/entities/user.ts'
import { isClientId } from '#contract/rules/ids.ts'
import { NotFoundScreen } from '../../shell/error-screens.tsx'
import { discountCode } from '../../state/discount-code.ts'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { Balance, CostTable } from './credit-facts.tsx'
import styles from './credits.module.css'
import { PayForm } from './pay-form.tsx'
import { FictionNote, NoPrices } from './pay-notes.tsx'
import { PaymentScreen } from './payment-screen.tsx'
import { usePrices } from './use-prices.ts'

type Props = { me: User; id: string; method: PaymentMethod | null }

export const PayScreen = ({ me, id, method }: Props) => {
  const payment = new URLSearchParams(useSearch()).get('payment') ?? ''
  return isClientId(payment) ? (
    <PaymentScreen key={payment} me={me} payment={payment} pack={id} />
  ) : (
    <Choosing me={me} id={id} method={method} />
  )
}

const Choosing = ({ me, id, method }: Props) => {
  useSignals()
  const code = discountCode.value
  const { list, error, codeError, refresh } = usePrices(code)
  const pack = list?.packages.find((one) => one.id === id)
  if (list && !pack) return <NotFoundScreen />
  return (
    <ScreenColumn className={styles['sides']}>
      {list && pack ? (
        <PayForm
          key={id}
          list={list}
          pack={pack}
          code={{ entered: code, taken: codeError === null }}
          method={method}
          refresh={refresh}
        />
      ) : error ? (
        <>
          <Balance credits={me.credits} />
          <NoPrices error={error} retry={refresh} />
          <CostTable />
          <FictionNote />
        </>
      ) : (
        <PaySkeleton />
      )}
    </ScreenColumn>
  )
}

const PaySkeleton = () => (
  <>
    <Loading />
    <Skeleton width="50%" height={26} />
    <Skeleton height={64} className={styles['packSkeleton']} />
    <FictionNote />
    <Skeleton width="60%" height={26} />
    <Skeleton height={240} className={styles['packSkeleton']} />
  </>
)
