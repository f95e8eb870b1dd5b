/** A refund of a payment, with its credit note on screen before it is ordered [DESK-12]. */
import { useRef, useState } from 'react'
import {
  DESK_REFUND_REASONS,
  REFUND_PARTS,
  type DeskPayment,
  type DeskRefundReason,
  type RefundOffer,
  type RefundPart,
} from '#contract/desk/entities/money.ts'
import { placesOf } from '#contract/rules/price.ts'
import { Note } from '../../../ui/note.tsx'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { call } from '../../calls.ts'
import { minorOf, moneyText, shareText } from '../../format.ts'
import { useRepeatId } from '../../repeat-id.ts'
import { t, tCode } from '../../texts.ts'
import { showToast } from '../../toasts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { Facts } from '../../ui/parts.tsx'
import styles from './money.module.css'

type Props = {
  payment: DeskPayment
  /** The amount, in whole units of the currency, over which a second person has to allow the refund. */
  over: number
  onClose: () => void
  onDone: () => void
}

export const RefundDialog = ({ payment, ...rest }: Props) => {
  const { refund: offer } = payment
  return offer ? <Refund payment={payment} offer={offer} {...rest} /> : null
}

const Refund = ({ payment, offer, over, onClose, onDone }: Props & { offer: RefundOffer }) => {
  const { currency } = payment
  const limit = over * 10 ** placesOf(currency)
  const form = useRef<HTMLFormElement>(null)
  const [part, setPart] = useState<RefundPart>(offer.unspent ? 'unspent' : 'whole')
  const [typed, setTyped] = useState('')
  const repeatId = useRepeatId()
  const amount = part === 'amount' ? (minorOf(typed, currency) ?? 0) : (offer[part]?.amount ?? 0)
  const isPossible = amount > 0 && amount <= offer.most
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const order = { part, amount, reason: reasonOf(textOf(data, 'reason')), note: textOf(data, 'note').trim() }
    const answer = await call('money.refund', {
      params: { payment: payment.id },
      body: { ...order, client_id: repeatId(JSON.stringify(order)) },
    })
    if (!answer.ok) return answer.failure
    onClose()
    showToast(answer.data.waits ? t('approval.sent') : t('refund.done', { amount: moneyText(amount, currency) }))
    onDone()
    return null
  })
  const vat = vatOfRefund(payment, amount)
  return (
    <DeskDialog
      title={t('refund.title')}
      onClose={onClose}
      keys={[{ keys: ['Control+Enter'], text: 'key.refund', run: () => form.current?.requestSubmit() }]}
    >
      <form ref={form} className={styles['form']} onSubmit={submit}>
        <fieldset className={styles['parts']}>
          <legend>{t('refund.part')}</legend>
          {REFUND_PARTS.filter((one) => one !== 'unspent' || offer.unspent !== null).map((one) => (
            <label key={one}>
              <input type="radio" name="part" checked={part === one} onChange={() => setPart(one)} />
              <span>
                <b>{tCode('refundPart', one)}</b> <span className="muted">{partNote(one, offer)}</span>
              </span>
              <span>{moneyText(one === 'amount' ? offer.most : (offer[one]?.amount ?? 0), currency)}</span>
            </label>
          ))}
        </fieldset>
        {part === 'amount' ? (
          <TextField
            label={t('refund.amount', { currency })}
            hint={t('refund.most', { amount: moneyText(offer.most, currency) })}
            inputMode="decimal"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={fieldText(failure, 'amount')}
          />
        ) : null}
        <SelectField
          label={t('refund.reason')}
          name="reason"
          defaultValue={payment.withdrawal ? 'withdrawal' : 'goodwill'}
        >
          {DESK_REFUND_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {tCode('refundReason', reason)}
            </option>
          ))}
        </SelectField>
        <TextAreaField
          label={t('refund.note')}
          name="note"
          rows={2}
          maxLength={500}
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
