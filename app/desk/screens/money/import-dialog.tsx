/** Imports a settlement of the provider from a file or from pasted lines (`docs/payments.md` has the form). */
import { useId, useRef } from 'react'
import type { Settlement } from '#contract/desk/entities/money.ts'
import { TextAreaField } from '../../../ui/field.tsx'
import { call } from '../../calls.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './money.module.css'

type Props = { onClose: () => void; onDone: (settlements: readonly Settlement[]) => void }

export const ImportDialog = ({ onClose, onDone }: Props) => {
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
