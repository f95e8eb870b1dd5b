import type { ReactNode } from 'react'
import { TextAreaField } from '../../../ui/field.tsx'
import { textOf } from '../../../ui/use-form.ts'
import { t } from '../../texts.ts'
import { DeskButton } from '../../ui/desk-button.tsx'
import { DeskDialog } from '../../ui/desk-dialog.tsx'
import { FailureNote, fieldText, useDeskForm } from '../../ui/desk-form.tsx'
import styles from './case.module.css'

type Props = {
  /** Also the words of the button. */
  title: string
  children: ReactNode
  /** Carries the act out. @returns why it was refused, or null */
  onReason: (reason: string) => ReturnType<Parameters<typeof useDeskForm>[0]>
  onClose: () => void
}

/** Asks for the reason of an act on a case, which is logged. */
export const ReasonDialog = ({ title, children, onReason, onClose }: Props) => {
  const form = useDeskForm(async (data) => {
    const failure = await onReason(textOf(data, 'reason'))
    if (!failure) onClose()
    return failure
  })
  return (
    <DeskDialog title={title} onClose={onClose}>
      <p>{children}</p>
      <form className={styles['stack']} onSubmit={form.submit} noValidate>
        <TextAreaField
          label={t('case.reason')}
          name="reason"
          rows={3}
          hint={t('case.reasonLogged')}
          error={fieldText(form.failure, 'reason')}
        />
        <FailureNote failure={form.failure} />
        <DeskButton type="submit" disabled={form.busy}>
          {title}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}
