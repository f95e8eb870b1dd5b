/** Native modal dialogs, also one that asks for the reason of an act. Keys of the screen below do not work while one is open. */
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { LETTER_MAX, LETTER_MIN } from '#contract/limits.ts'
import { RoundButton } from '../../ui/button.tsx'
import { textOf } from '../../ui/use-form.ts'
import { isOutdated, type Failure } from '../calls.ts'
import { useKeys, type KeyEntry } from '../keys.ts'
import { hint as sendHint } from '../live.ts'
import { t } from '../texts.ts'
import { DeskButton } from './desk-button.tsx'
import styles from './desk-dialog.module.css'
import { FailureNote, fieldText, unsentText, useDeskForm } from './desk-form.tsx'
import { LongTextField } from './long-text.tsx'

type Props = {
  title: string
  onClose: () => void
  keys?: readonly KeyEntry[]
  children: ReactNode
  /** The buttons. */
  actions?: ReactNode
}

const NO_KEYS: readonly KeyEntry[] = []

export const DeskDialog = ({ title, onClose, keys = NO_KEYS, children, actions }: Props) => {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useKeys(keys, { isModal: true })
  useEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    // A modal dialog focuses its first control, which is the button that closes it.
    dialog?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles['head']}>
        <h2 id={titleId}>{title}</h2>
        <RoundButton icon="x" label={t('frame.close')} onClick={onClose} />
      </header>
      <div className={styles['body']}>{children}</div>
      {actions === undefined ? null : <div className={styles['actions']}>{actions}</div>}
    </dialog>
  )
}

type ReasonFieldProps = ReturnType<typeof unsentText>['field'] & {
  /** Says who reads the reason; the audit if left out. */
  hint?: string | undefined
  /** The reason's name in the call. */
  name?: string
  failure: Failure | null
}

export const ReasonField = ({ hint, name = 'reason', failure, ...field }: ReasonFieldProps) => (
  <LongTextField
    {...field}
    label={t('reasonDialog.reason')}
    hint={hint ?? t('reasonDialog.hint', { min: LETTER_MIN })}
    name={name}
    rows={3}
    max={LETTER_MAX}
    required
    error={fieldText(failure, name)}
  />
)

type ReasonProps = Pick<ReasonFieldProps, 'hint'> & {
  title: string
  /** The id of what the act is about, where neither the address nor the title says it. */
  about?: number | string
  /** The effect of the act, before anybody confirms it. */
  note: string
  submit: string
  isDanger?: boolean
  /** The reason's name in the call. */
  field?: string
  /** Fields of the act besides the reason. */
  renderFields?: ((failure: Failure | null) => ReactNode) | undefined
  /** @returns why the act was refused, or null */
  send: (reason: string, data: FormData) => Promise<Failure | null>
  onClose: () => void
}

export const ReasonDialog = ({
  title,
  about = '',
  note,
  submit,
  isDanger = false,
  hint,
  field = 'reason',
  renderFields,
  send,
  onClose,
}: ReasonProps) => {
  const text = unsentText(`${location.pathname} ${title} ${about}`)
  const form = useDeskForm(async (data) => {
    const failure = await send(textOf(data, field).trim(), data)
    if (failure === null) text.drop()
    // Else the page below would offer the same act again and again.
    else if (isOutdated(failure)) sendHint('all')
    return failure
  })
  const close = (): void => {
    text.drop()
    onClose()
  }
  return (
    <DeskDialog title={title} onClose={close}>
      <form className="stack" onSubmit={form.submit} noValidate>
        <p>{note}</p>
        {renderFields?.(form.failure)}
        <ReasonField {...text.field} hint={hint} name={field} failure={form.failure} />
        <FailureNote failure={form.failure} />
        <DeskButton type="submit" kind={isDanger ? 'danger' : 'primary'} full lead disabled={form.busy}>
          {submit}
        </DeskButton>
      </form>
    </DeskDialog>
  )
}
