/** Notes about a payment that cannot start: no network, another price, a refusal. */
import { useSignals } from '@preact/signals-react/runtime'
import { connection } from '../../state/connection.ts'
import { errorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { Note } from '../../ui/note.tsx'
import { FindingOutNote } from './finding-out-note.tsx'
import { moneyOf } from './money.ts'
import type { Order } from './order.ts'
import type { Paying } from './use-paying.ts'

type Props = {
  outcome: Paying['outcome']
  order: Order
  /** The price when it was first shown here. */
  before: number
}

export const PayNotes = ({ outcome, order, before }: Props) => {
  useSignals()
  if (!connection.value.online)
    return (
      <Note icon="offline" role="status">
        <p>{t('pay.needsNetwork')}</p>
      </Note>
    )
  if (outcome?.kind === 'unsure')
    return (
      <Note tone="warn" role="alert">
        <p>{t('pay.unsure')}</p>
      </Note>
    )
  if (outcome?.kind === 'refused' && outcome.error.error === 'payment_unknown')
    return <FindingOutNote id={outcome.error.payment ?? null} role="alert" />
  if (outcome?.kind === 'refused')
    return (
      <Note tone="bad" role="alert">
        <p>{errorText(outcome.error)}</p>
      </Note>
    )
  if (order.price === before) return null
  return (
    <Note tone="warn" role="alert">
      <p>
        {t('pay.priceChanged', {
          credits: t('credits.count', { count: order.credits }),
          price: moneyOf(order.price, order.currency),
          before: moneyOf(before, order.currency),
        })}
      </p>
    </Note>
  )
}
