/** The acts on a member's money that need a reason: goodwill, a withdrawal in the member's name, a chargeback, a refused refund. */
import { useRef, useState, type ReactNode } from 'react'
import {
  DESK_REFUND_REASONS,
  REFUND_PARTS,
  type DeskPayment,
  type DeskRefundReason,
  type MemberMoney,
  type RefundOffer,
  type RefundPart,
  type RefusedRefund,
  type RefusedRefundAnswer,
} from '#contract/desk/member-money.ts'
import { placesOf } from '#contract/rules/price.ts'
import { CheckField, SelectField, TextField } from '../../../ui/field.tsx'
import { Note } from '../../../ui/note.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call, isOutdated, type Failure } from '../../calls.ts'
import { now } from '../../clock.ts'
import { minorOf, moneyText, shareText, utcDayText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { LongTextField } from '../../ui/long-text.tsx'
import { DeskDialog, ReasonDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, unsentText, useDeskForm, useRepeatId } from '../../ui/desk-form.tsx'
import { Facts } from '../../ui/parts.tsx'
import styles from './money.module.css'

export type MoneyAct =
  | { kind: 'goodwill'; money: MemberMoney }
  | { kind: 'withdraw' | 'allow' | 'stop' | 'contest' | 'won'; payment: DeskPayment }
  | { kind: RefusedRefundAnswer; payment: DeskPayment; refused: RefusedRefund }

type Props = { act: MoneyAct; onClose: () => void; onDone: () => void }

export const MoneyDialog = ({ act, onClose, onDone }: Props) => {
  const repeatId = useRepeatId()
  return (
    <ReasonDialog
      title={tCode('memberMoney', act.kind)}
      about={act.kind === 'goodwill' ? '' : act.payment.id}
      note={noteOf(act)}
      submit={tCode('memberMoney', act.kind)}
      renderFields={FIELDS[act.kind]}
      onClose={onClose}
      send={async (reason, data) => {
        const sent = await send(act, reason, data, repeatId)
        if ('error' in sent) return sent
        onClose()
        showToast(t(sent.waits ? 'approval.sent' : 'memberMoney.done'))
        onDone()
        return null
      }}
    />
  )
}

/** Fields of an act besides the reason. */
const FIELDS: Partial<Record<MoneyAct['kind'], (failure: Failure | null) => ReactNode>> = {
  goodwill: (failure) => (
    <TextField
      label={t('memberMoney.credits')}
      name="credits"
      type="number"
      min={1}
      required
      error={fieldText(failure, 'credits')}
    />
  ),
  contest: (failure) => (
    <TextField
      label={t('memberMoney.contestBy')}
      hint={t('memberMoney.contestByHint')}
      name="contest_by"
      type="date"
      required
      error={fieldText(failure, 'contest_by')}
    />
  ),
  withdraw: (failure) => (
    <TextField
      label={t('memberMoney.receivedOn')}
      hint={t('memberMoney.receivedOnHint')}
      name="received_on"
      type="date"
      error={fieldText(failure, 'received_on')}
    />
  ),
}

const noteOf = (act: MoneyAct): string => {
  if (act.kind === 'goodwill') return t('memberMoney.goodwillNote', { left: act.money.goodwill_left })
  const { withdrawal, currency } = act.payment
  if (act.kind === 'withdraw') {
    const back = { amount: moneyText(withdrawal?.amount ?? 0, currency), credits: withdrawal?.credits ?? 0 }
    return isInTime(act.payment)
      ? t('memberMoney.withdrawNote', back)
      : t('memberMoney.withdrawLateNote', { ...back, date: utcDayText(withdrawal?.until ?? 0) })
  }
  if ('refused' in act) return t(REFUSED_NOTES[act.kind], { amount: moneyText(act.refused.amount, currency) })
  return tCode('memberMoneyNote', act.kind)
}

const REFUSED_NOTES = {
  again: 'refusedRefund.again',
  otherwise: 'refusedRefund.otherwise',
  dropped: 'refusedRefund.dropped',
} as const satisfies Record<RefusedRefundAnswer, unknown>

const DONE = { waits: false }

const send = async (
  act: MoneyAct,
  reason: string,
  data: FormData,
  repeatId: (content: string) => string,
): Promise<Failure | { waits: boolean }> => {
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
    const received = textOf(data, 'received_on')
    const body = { amount, note: reason, ...(received !== '' && { received_on: received }) }
    const answer = await call('money.withdraw', { params, body })
    return answer.ok ? DONE : withReasonField(answer.failure)
  }
  if ('refused' in act) {
    const body = { refund: act.refused.refund, answer: act.kind, reason }
    const answer = await call('money.settle_refund', { params, body })
    return answer.ok ? DONE : answer.failure
  }
  if (act.kind === 'contest') {
    // The deadline is the end of the day in UTC, whatever time zone the desk is in.
    const day = Date.parse(`${textOf(data, 'contest_by')}T23:59:59Z`)
    if (Number.isNaN(day)) return { error: 'invalid_input', fields: { contest_by: 'required' } }
    const answer = await call('money.contest_chargeback', { params, body: { contest_by: day, reason } })
    return answer.ok ? DONE : answer.failure
  }
  if (act.kind === 'won') {
    const answer = await call('money.win_chargeback', { params, body: { reason } })
    return answer.ok ? DONE : answer.failure
  }
  const seen = act.payment.chargeback?.decision ?? null
  const answer = await call('money.decide_chargeback', { params, body: { decision: act.kind, reason, seen } })
  return answer.ok ? DONE : answer.failure
}

/** The withdrawal call names this field `note`, the form names it `reason`: moves the error to the form's field. */
const withReasonField = (failure: Failure): Failure => {
  if (!('fields' in failure) || failure.fields?.['note'] === undefined) return failure
  return { ...failure, fields: { reason: failure.fields['note'] } }
}

const isInTime = ({ withdrawal }: DeskPayment): boolean => withdrawal !== null && now.peek() < withdrawal.until

type RefundProps = {
  payment: DeskPayment
  /** The amount, in whole units of the currency, over which a second person has to allow the refund. */
  over: number
  onClose: () => void
  onDone: () => void
}

export const RefundDialog = ({ payment, ...rest }: RefundProps) => {
  const { refund: offer } = payment
  return offer ? <Refund payment={payment} offer={offer} {...rest} /> : null
}

const Refund = ({ payment, offer, over, onClose, onDone }: RefundProps & { offer: RefundOffer }) => {
  const { currency } = payment
  const limit = over * 10 ** placesOf(currency)
  const form = useRef<HTMLFormElement>(null)
  const [part, setPart] = useState<RefundPart>(offer.unspent ? 'unspent' : 'whole')
  const [typed, setTyped] = useState('')
  const repeatId = useRepeatId()
  const amount = part === 'amount' ? (minorOf(typed, currency) ?? 0) : (offer[part]?.amount ?? 0)
  const isPossible = amount > 0 && amount <= offer.most
  const note = unsentText(`refund ${payment.id}`)
  const close = (): void => {
    note.drop()
    onClose()
  }
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const order = { part, amount, reason: reasonOf(textOf(data, 'reason')), note: textOf(data, 'note').trim() }
    const answer = await call('money.refund', {
      params: { payment: payment.id },
      body: { ...order, most: offer.most, client_id: repeatId(JSON.stringify(order)) },
    })
    if (!answer.ok) {
      // The next try begins with what the colleague has left.
      if (isOutdated(answer.failure)) onDone()
      return answer.failure
    }
    close()
    showToast(answer.data.waits ? t('approval.sent') : t('refund.done', { amount: moneyText(amount, currency) }))
    onDone()
    return null
  })
  const vat = vatOfRefund(payment, amount)
  return (
    <DeskDialog
      title={t('refund.title')}
      onClose={close}
      keys={[{ keys: ['Control+Enter'], text: 'key.refund', run: () => form.current?.requestSubmit() }]}
    >
      <form ref={form} className={styles['form']} onSubmit={submit}>
        <fieldset className={styles['parts']}>
          <legend>{t('refund.part')}</legend>
          {REFUND_PARTS.filter((one) => one !== 'unspent' || offer.unspent !== null).map((one) => (
            <CheckField key={one} type="radio" name="part" checked={part === one} onChange={() => setPart(one)}>
              <span className={styles['grow']}>
                <b>{tCode('refundPart', one)}</b> <span className="muted">{partNote(one, offer)}</span>
              </span>
              <span>{moneyText(one === 'amount' ? offer.most : (offer[one]?.amount ?? 0), currency)}</span>
            </CheckField>
          ))}
        </fieldset>
        {part === 'amount' ? (
          <TextField
            label={t('refund.amount', { currency })}
            hint={t('refund.most', { amount: moneyText(offer.most, currency) })}
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fieldText(failure, 'amount') ?? typedFault(minorOf(typed, currency), typed, offer)}
          />
        ) : null}
        <SelectField
          label={t('refund.reason')}
          name="reason"
          defaultValue={isInTime(payment) ? 'withdrawal' : 'goodwill'}
        >
          {DESK_REFUND_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {tCode('refundReason', reason)}
            </option>
          ))}
        </SelectField>
        <LongTextField
          {...note.field}
          label={t('refund.note')}
          name="note"
          rows={2}
          max={500}
          error={fieldText(failure, 'note')}
        />
        {isPossible ? (
          <Facts
            facts={[
              [t('refund.creditNote'), String(offer.credit_note)],
              [t('refund.invoice'), payment.invoice ?? '–'],
              [t('refund.net'), moneyText(vat - amount, currency)],
              [t('refund.vat', { rate: shareText(offer.vat_percentage / 100) }), moneyText(-vat, currency)],
              [t('refund.back'), <b key="back">{moneyText(-amount, currency)}</b>],
            ]}
          />
        ) : null}
        {amount > limit ? <Note>{t('refund.secondPerson', { amount: moneyText(limit, currency) })}</Note> : null}
        <FailureNote failure={failure} />
        <DeskButton type="submit" full lead keys="Control+Enter" disabled={busy || !isPossible}>
          {isPossible ? t('refund.send', { amount: moneyText(amount, currency) }) : t('refund.title')}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}

const reasonOf = (text: string): DeskRefundReason => DESK_REFUND_REASONS.find((one) => one === text) ?? 'other'

/** Why the button does not work with what was typed; no word about a field that is still empty. */
const typedFault = (amount: number | null, typed: string, { most }: RefundOffer): string | undefined => {
  if (amount === null) return typed.trim() === '' ? undefined : tCode('field', 'invalid')
  return amount > most ? tCode('field', 'out_of_range') : undefined
}

const partNote = (part: RefundPart, offer: RefundOffer): string => {
  if (part === 'amount') return t('refund.keepsCredits')
  return t('refund.credits', { count: offer[part]?.credits ?? 0 })
}

/**
 * The VAT of the credit note, computed as in the books: VAT of all refunds after this one minus VAT of those before. So the
 * rounded VAT of several partial refunds adds up to the VAT of the sale.
 */
const vatOfRefund = ({ vat_percentage, refunded, waiting, chargeback }: DeskPayment, amount: number): number => {
  const hundredths = Math.round(vat_percentage * 100)
  const vatOf = (total: number): number => Math.round((total * hundredths) / (10_000 + hundredths))
  const back = refunded + waiting + (chargeback?.amount ?? 0)
  return vatOf(back + amount) - vatOf(back)
}
