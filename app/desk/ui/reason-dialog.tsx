/** Asks for the reason of an act, which the audit records with the name of the person [DESK-3]. */
import { useEffect, useRef, type ComponentType } from 'react'
import { LETTER_MAX, LETTER_MIN } from '#contract/limits.ts'
import { TextAreaField } from '../../ui/field.tsx'
import type { Failure } from '../calls.ts'
import { FailureNote, fieldText, keptText, useDeskForm } from './desk-form.tsx'
import { t } from '../texts.ts'
import { DeskButton } from './desk-button.tsx'
import { DeskDialog } from './desk-dialog.tsx'

type Props = {
  title: string
  /** The id of what the act is about, where neither the address nor the title says it. */
  about?: number | string
  /** The effect of the act, before anybody confirms it. */
  note: string
  submit: string
  isDanger?: boolean
  /** Says who reads the reason; the audit if left out. */
  hint?: string
  /** The reason's name in the call. */
  field?: string
  /** Fields of the act besides the reason. */
  Fields?: ComponentType<{ failure: Failure | null }>
  /** @returns why the act was refused, or null */
  send: (data: FormData) => Promise<Failure | null>
  onClose: () => void
}

export const ReasonDialog = ({
  title,
  about = '',
  note,
  submit,
  isDanger = false,
  hint = t('reasonDialog.hint', { min: LETTER_MIN }),
  field = 'reason',
  Fields,
  send,
  onClose,
}: Props) => {
  const text = keptText(`${location.pathname} ${title} ${about}`)
  const form = useDeskForm(async (data) => {
    const failure = await send(data)
    if (failure === null) text.drop()
    return failure
  })
  const close = (): void => {
    text.drop()
    onClose()
  }
  const ref = useRef<HTMLFormElement>(null)
  // A modal dialog focuses its first control when it opens, which is the button that closes it.
  useEffect(() => ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), [])
  return (
    <DeskDialog title={title} onClose={close}>
      <form ref={ref} className="stack" onSubmit={form.submit} noValidate>
        <p>{note}</p>
        {Fields ? <Fields failure={form.failure} /> : null}
        <TextAreaField
          {...text.field}
          label={t('reasonDialog.reason')}
          hint={hint}
          name={field}
          rows={3}
          maxLength={LETTER_MAX}
          required
          error={fieldText(form.failure, field)}
        />
        <FailureNote failure={form.failure} />
        <DeskButton type="submit" kind={isDanger ? 'danger' : 'primary'} full lead disabled={form.busy}>
          {submit}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}
