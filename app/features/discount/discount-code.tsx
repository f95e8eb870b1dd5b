/**
 * A discount code [PAY-7]: entered in a dialog, checked by the server before it counts, shown with a button that
 * removes it.
 */
import { useEffect, useRef, useState } from 'react'
import type { PaymentMethod } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { DISCOUNT_CODE_MAX } from '#contract/limits.ts'
import { call } from '../../ports/api.ts'
import { codeOf } from '../../state/discount-code.ts'
import { errorText, fieldErrorText } from '../../state/error-text.ts'
import { percentOf } from '../../state/format.ts'
import { t } from '../../state/i18n.ts'
import { useResource } from '../../state/resource.ts'
import { Button, RoundButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CountedLine } from '../../ui/counted-text-field.tsx'
import { FieldErrorText } from '../../ui/field.tsx'
import { NeedsNetwork } from '../../ui/form-notes.tsx'
import { Icon } from '../../ui/icon.tsx'
import { RowButton, Rows } from '../../ui/rows.tsx'
import { textOf, useForm } from '../../ui/use-form.ts'
import styles from './discount.module.css'

type Props = {
  value: string | null
  onChange: (code: string | null) => void
  /** The package about to be bought, if known: a code may require a larger package or another method. */
  pack?: string | undefined
  method?: PaymentMethod | undefined
  /** The code behind the prices on the screen. It differs from `value` if the code in use before is better. */
  applied?: string | null | undefined
}

type Order = { package?: string; method?: PaymentMethod }

export const DiscountCodeRow = ({ value, onChange, pack, method, applied }: Props) => {
  const [open, setOpen] = useState(false)
  const order: Order = { ...(pack === undefined ? {} : { package: pack }), ...(method === undefined ? {} : { method }) }
  if (value !== null) return <CodeInUse code={value} order={order} applied={applied} onRemove={() => onChange(null)} />
  return (
    <>
      <Rows>
        <RowButton icon="sparkles" label={t('discount.enter')} onClick={() => setOpen(true)} />
      </Rows>
      {open ? (
        <CodeDialog
          order={order}
          onClose={() => setOpen(false)}
          onTaken={(code) => {
            setOpen(false)
            onChange(code)
          }}
        />
      ) : null}
    </>
  )
}

type CodeDialogProps = { order: Order; onClose: () => void; onTaken: (code: string) => void }

const CodeDialog = ({ order, onClose, onTaken }: CodeDialogProps) => {
  const field = useRef<HTMLInputElement>(null)
  // The browser has focused the first button of the dialog, which closes it.
  useEffect(() => field.current?.focus(), [])
  const { ref, busy, failure, submit } = useForm(async (data) => {
    const code = codeOf(textOf(data, 'code'))
    if (code === null) return { error: 'invalid_input', fields: { code: 'required' } }
    const refusal = await check(code, order)
    if (refusal === null) onTaken(code)
    return refusal
  })
  return (
    <Dialog title={t('discount.enter')} onClose={onClose} locked={busy}>
      <form ref={ref} className={styles['entry']} noValidate onSubmit={submit}>
        <NeedsNetwork />
        <CountedLine
          ref={field}
          label={t('discount.code')}
          name="code"
          autoComplete="off"
          enterKeyHint="go"
          autoCapitalize="characters"
          spellCheck={false}
          max={DISCOUNT_CODE_MAX}
          required
          error={failure === null ? null : refusalText(failure)}
        />
        <Button type="submit" full disabled={busy}>
          {t(busy ? 'ui.busy' : 'discount.apply')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Every refusal belongs to the field, so that it is focused and read out with it. */
const check = async (code: string, order: Order): Promise<ErrorBody | null> => {
  const answer = await call('discountcode.get', { query: { code, ...order } })
  return answer.ok ? null : { ...answer.error, fields: answer.error.fields ?? { code: 'invalid' } }
}

type InUseProps = { code: string; order: Order; applied: string | null | undefined; onRemove: () => void }

const CodeInUse = ({ code, order, applied, onRemove }: InUseProps) => {
  const { data, error, refresh } = useResource('discountcode.get', { query: { code, ...order } })
  const wasApplied = useRef(false)
  useEffect(() => {
    // The prices are without it now: ask for the reason.
    if (wasApplied.current && applied !== code) void refresh()
    wasApplied.current = applied === code
  }, [applied, code, refresh])
  const found = error === null ? data?.discountcode : null
  const isOutdone = [found?.code, applied].some((other) => other != null && other !== code)
  // A failed request says nothing about the code.
  const refusal = error?.error.startsWith('discount_') === true ? error : null
  return (
    <div className={styles['code']}>
      <Icon name="sparkles" size={22} />
      <div className="grow" role="status">
        <p className="strong">
          {found && !isOutdone ? t('discount.active', { code, percent: percentOf(found.value_percentage) }) : code}
        </p>
        {isOutdone && !refusal ? <p>{t('discount.better')}</p> : null}
        {refusal ? <FieldErrorText text={errorText(refusal)} /> : null}
      </div>
      <RoundButton icon="x" label={t('discount.remove', { code })} onClick={onRemove} />
    </div>
  )
}

/** The text at the code's field: nothing was entered, or the server's reason for refusing the code [PAY-7]. */
const refusalText = (refusal: ErrorBody): string =>
  refusal.error === 'invalid_input' ? (fieldErrorText(refusal, 'code') ?? errorText(refusal)) : errorText(refusal)
