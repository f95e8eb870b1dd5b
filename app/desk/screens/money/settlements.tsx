/** The provider's settlements beside our books, with each difference to the cent. */
import { useId, useRef } from 'react'
import type { MoneyMonth, Settlement, SettlementDifference } from '#contract/desk/books.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { call } from '../../calls.ts'
import { amountText, moneyText, utcDayText } from '../../format.ts'
import { t, tCode } from '../../texts.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import { Box, Tag } from '../../ui/parts.tsx'
import tables from '../../ui/data-table.module.css'
import styles from './money.module.css'

type Props = { data: MoneyMonth; onBook: (difference: SettlementDifference) => void }

/** Whether the provider lists a refund or chargeback that our books lack. Then the desk can ask the provider about the payment. */
export const isBookable = ({ fault, payment }: SettlementDifference): boolean =>
  fault === 'not_booked' && payment !== null

export const Settlements = ({ data: { settlements, unsettled }, onBook }: Props) => {
  const first = settlements.flatMap(({ differences }) => differences).find(isBookable)
  const agreeing = settlements.filter(({ differences }) => differences.length === 0).length
  return (
    <Box
      title={t('month.settlements')}
      className={tables['flush']}
      end={
        settlements.length === 0 ? undefined : (
          <span className="muted">{t('month.agree', { agreeing, count: settlements.length })}</span>
        )
      }
    >
      {settlements.length === 0 ? (
        <p className={styles['text']}>{t('month.noSettlements')}</p>
      ) : (
        <DataTable
          label={t('month.settlements')}
          columns={[
            { name: t('month.settlement') },
            { name: t('month.paidOut') },
            { name: t('month.currency') },
            { name: t('month.provider'), isNumber: true },
            { name: t('month.ledger'), isNumber: true },
            { name: t('month.difference'), isNumber: true },
            { name: t('month.state') },
          ]}
          rows={settlements.map((one) => ({
            key: one.id,
            cells: [
              one.id,
              utcDayText(one.paid_out_at),
              one.currency,
              amountText(one.provider, one.currency),
              amountText(one.ledger, one.currency),
              <b key="difference">{amountText(one.difference, one.currency)}</b>,
              <Differences key="state" settlement={one} first={first} onBook={onBook} />,
            ],
          }))}
        />
      )}
      {unsettled.map(({ currency, amount, payments }) => (
        <p key={currency} className={styles['text']}>
          {t('month.unsettled', { count: payments, amount: moneyText(amount, currency) })}
        </p>
      ))}
    </Box>
  )
}

type DifferencesProps = Pick<Props, 'onBook'> & { settlement: Settlement; first: SettlementDifference | undefined }

const Differences = ({ settlement: { differences, currency }, first, onBook }: DifferencesProps) => {
  if (differences.length === 0)
    return (
      <Tag tone="good" icon="done">
        {t('month.toTheCent')}
      </Tag>
    )
  return (
    <ul className={styles['differences']}>
      {differences.map((one) => (
        <li key={`${one.fault} ${one.reference} ${one.amount}`}>
          <Tag tone="warn" icon="warning">
            {tCode('fault', one.fault)}
          </Tag>
          <span>{one.fault === 'currency' ? null : moneyText(one.amount, currency)}</span>
          <span className="muted">{one.reference}</span>
          {isBookable(one) ? (
            <DeskButton kind="second" onClick={() => onBook(one)} {...(one === first && { keys: 'b' })}>
              {t('month.book')}
            </DeskButton>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

type ImportProps = { onClose: () => void; onDone: (settlements: readonly Settlement[]) => void }

export const ImportDialog = ({ onClose, onDone }: ImportProps) => {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { busy, failure, submit } = useDeskForm(async (data) => {
    const text = data.get('text')
    const answer = await call('money.import_settlement', { body: { text: typeof text === 'string' ? text : '' } })
    if (!answer.ok) return answer.failure
    onDone(answer.data.settlements)
    return null
  })
  const read = async (file: File | undefined): Promise<void> => {
    const field = form.current?.querySelector('textarea')
    if (file && field) field.value = await file.text()
  }
  return (
    <DeskDialog
      title={t('import.title')}
      onClose={onClose}
      keys={[{ keys: ['Control+Enter'], text: 'key.import', run: () => form.current?.requestSubmit() }]}
      actions={
        <>
          <DeskButton kind="second" onClick={onClose}>
            {t('frame.close')}
          </DeskButton>
          <DeskButton type="submit" form={id} keys="Control+Enter" disabled={busy}>
            {t('import.send')}
          </DeskButton>
        </>
      }
    >
      <form id={id} ref={form} className={styles['form']} onSubmit={submit}>
        <p className="muted">{t('import.text')}</p>
        <input
          type="file"
          accept=".csv,.json,text/csv,application/json"
          aria-label={t('import.file')}
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
        <TextAreaField
          label={t('import.lines')}
          name="text"
          rows={8}
          spellCheck={false}
          error={fieldText(failure, 'text')}
          placeholder="settlement,paid_out,currency,kind,reference,amount,fee"
        />
        <FailureNote failure={failure} />
      </form>
    </DeskDialog>
  )
}
