/**
 * Payment by direct debit [PAY-10] in two steps: the form, and the code of the SMS. `?package=` and `?code=` name the
 * order.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useState, type ComponentType } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Payment } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { User } from '#contract/entities/user.ts'
import { now } from '../../ports/clock.ts'
import { newId } from '../../ports/random.ts'
import { href } from '../../shell/routes.ts'
import { codeOf, discountCode } from '../../state/discount-code.ts'
import { t } from '../../state/i18n.ts'
import { onTabForgotten } from '../../state/session.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ScreenColumn } from '../../ui/screen-column.tsx'
import { BuyingStopped, FictionNote, NoPrices } from '../credits/pay-notes.tsx'
import { tabStore } from '../../ports/text-store.ts'
import { selectedPackage } from '../credits/order.ts'
import { usePrices } from '../credits/use-prices.ts'
import { CodeStep } from './code-step.tsx'
import { DebitForm, sendDebit } from './debit-form.tsx'
import { dropDebit, storeDebit, loadDebit, type Debit, type SentCode } from './debit-storage.ts'

// Before the screen reads it: a tab that slept may show it to another member.
onTabForgotten(() => dropDebit(tabStore))

export const DirectDebitScreen: ComponentType<{ me: User }> = () => {
  useSignals()
  const asked = new URLSearchParams(useSearch())
  const [, navigate] = useLocation()
  const [debit, setDebit] = useState<Debit>(() => loadDebit(tabStore) ?? { id: newId(), payer: null, sent: null })
  // The IBAN is only in this page's memory: after a reload the payer types it again.
  const [iban, setIban] = useState('')
  const change = (next: Debit): void => {
    storeDebit(tabStore, next)
    setDebit(next)
  }
  const paid = (pack: string, { payment_id }: Pick<Payment, 'payment_id'>): void => {
    dropDebit(tabStore)
    const path = href('credits-id-paymentmethod', { id: pack, paymentmethod: 'directdebit' })
    navigate(`${path}?payment=${payment_id}`, { replace: true })
  }
  const { sent } = debit
  return (
    <ScreenColumn>
      {sent ? (
        <CodeStep
          id={debit.id}
          sent={sent}
          onPaid={(payment) => paid(sent.package, payment)}
          resend={iban === '' ? null : () => sendAgain(debit, sent, iban, change)}
          onChange={() => change({ ...debit, sent: null })}
        />
      ) : (
        <Asking
          wanted={asked.get('package')}
          code={codeOf(asked.get('code')) ?? discountCode.value}
          debit={debit}
          iban={iban}
          change={change}
          storeIban={setIban}
        />
      )}
    </ScreenColumn>
  )
}

const sendAgain = async (
  debit: Debit,
  sent: SentCode,
  iban: string,
  change: (next: Debit) => void,
): Promise<ErrorBody | null> => {
  if (!debit.payer) return { error: 'not_found' }
  const answer = await sendDebit(debit.id, sent, debit.payer, iban)
  if (!answer.ok) return answer.error
  change({ ...debit, sent: { ...sent, at: now() } })
  return null
}

type AskingProps = {
  wanted: string | null
  code: string | null
  debit: Debit
  iban: string
  change: (next: Debit) => void
  storeIban: (iban: string) => void
}

const Asking = ({ wanted, code, debit, iban, change, storeIban }: AskingProps) => {
  const { list, error, codeError, refresh } = usePrices(code)
  const pack = list && selectedPackage(list.packages, wanted)
  if (error && !list)
    return (
      <>
        <NoPrices error={error} retry={refresh} />
        <FictionNote />
      </>
    )
  if (!list || !pack) return <WaitingNote />
  if (list.buying_stopped) return <BuyingStopped />
  if (!list.methods.includes('directdebit'))
    return (
      <>
        <Note tone="warn">
          <p>{t('error.method_unavailable')}</p>
        </Note>
        <LinkButton href={href('credits-id-paymentmethod', { id: pack.id })}>{t('pay.otherMethod')}</LinkButton>
      </>
    )
  return (
    <DebitForm
      list={list}
      pack={pack}
      code={codeError ? null : code}
      debit={debit}
      iban={iban}
      onTyped={(payer) => change({ ...debit, payer })}
      onSent={(sent, payer, account) => {
        storeIban(account)
        change({ ...debit, payer, sent })
      }}
      refresh={refresh}
    />
  )
}

const WaitingNote = () => (
  <>
    <Loading />
    <Skeleton width="50%" height={26} />
    <Skeleton height={64} />
    <FictionNote />
    <Skeleton height={320} />
  </>
)
