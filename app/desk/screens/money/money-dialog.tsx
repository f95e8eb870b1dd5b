/** The acts on a member's money that need a reason: goodwill, a withdrawal in the member's name, a chargeback. */
import type { DeskPayment, MemberMoney } from '#contract/desk/entities/money.ts'
import { TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, type Failure } from '../../calls.ts'
import { useRepeatId } from '../../repeat-id.ts'
import { moneyText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { fieldText } from '../../ui/desk-form.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'

export type MoneyAct =
  | { kind: 'goodwill'; money: MemberMoney }
  | { kind: 'withdraw' | 'allow' | 'stop' | 'contest'; payment: DeskPayment }

type Props = { act: MoneyAct; onClose: () => void; onDone: () => void }

export const MoneyDialog = ({ act, onClose, onDone }: Props) => {
  const repeatId = useRepeatId()
  return (
    <ReasonDialog
      title={tCode('memberMoney', act.kind)}
      about={act.kind === 'goodwill' ? '' : act.payment.id}
      note={noteOf(act)}
      submit={tCode('memberMoney', act.kind)}
      {...(act.kind === 'goodwill' && { Fields: CreditsField })}
      {...(act.kind === 'contest' && { Fields: ContestField })}
      onClose={onClose}
      send={async (data) => {
        const sent = await send(act, data, repeatId)
        if ('error' in sent) return sent
        onClose()
        showToast(t(sent.waits ? 'approval.sent' : 'memberMoney.done'))
        onDone()
        return null
      }}
    />
  )
}

const CreditsField = ({ failure }: { failure: Failure | null }) => (
  <TextField
    label={t('memberMoney.credits')}
    name="credits"
    type="number"
    min={1}
    required
    autoFocus
    error={fieldText(failure, 'credits')}
  />
)

const ContestField = ({ failure }: { failure: Failure | null }) => (
  <TextField
    label={t('memberMoney.contestBy')}
    hint={t('memberMoney.contestByHint')}
    name="contest_by"
    type="date"
    required
    autoFocus
    error={fieldText(failure, 'contest_by')}
  />
)

const noteOf = (act: MoneyAct): string => {
  if (act.kind === 'goodwill') return t('memberMoney.goodwillNote', { left: act.money.goodwill_left })
  const { withdrawal, currency } = act.payment
  if (act.kind === 'withdraw')
    return t('memberMoney.withdrawNote', {
      amount: moneyText(withdrawal?.amount ?? 0, currency),
      credits: withdrawal?.credits ?? 0,
    })
  return tCode('memberMoneyNote', act.kind)
}

const DONE = { waits: false }

const send = async (
  act: MoneyAct,
  data: FormData,
  repeatId: (content: string) => string,
): Promise<Failure | { waits: boolean }> => {
  const reason = textOf(data, 'reason').trim()
  if (act.kind === 'goodwill') {
    const params = { member: String(act.money.member.id) }
    const credits = Number(textOf(data, 'credits'))
    const client_id = repeatId(`${credits} ${reason}`)
    const answer = await call('money.goodwill', { params, body: { credits, reason, client_id } })
    return answer.ok ? answer.data : answer.failure
  }
  const params = { payment: act.payment.id }
  if (act.kind === 'withdraw') {
    const amount = act.payment.withdrawal?.amount ?? 0
    const answer = await call('money.withdraw', { params, body: { amount, note: reason } })
    return answer.ok ? DONE : withReasonField(answer.failure)
  }
  if (act.kind === 'contest') {
    // The deadline is the end of the day in UTC, whatever time zone the desk is in.
    const day = Date.parse(`${textOf(data, 'contest_by')}T23:59:59Z`)
    if (Number.isNaN(day)) return { error: 'invalid_input', fields: { contest_by: 'required' } }
    const answer = await call('money.contest_chargeback', { params, body: { contest_by: day, reason } })
    return answer.ok ? DONE : answer.failure
  }
  const answer = await call('money.decide_chargeback', { params, body: { decision: act.kind, reason } })
  return answer.ok ? DONE : answer.failure
}

/** The withdrawal call names this field `note`, the form names it `reason`: moves the error to the form's field. */
const withReasonField = (failure: Failure): Failure => {
  if (!('fields' in failure) || failure.fields?.['note'] === undefined) return failure
  return { ...failure, fields: { reason: failure.fields['note'] } }
}
