import { useState } from 'react'
import type { PaymentMethod } from '#contract/entities/money.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { call } from '../../ports/api.ts'
import { t } from '../../state/i18n.ts'
import { toast } from '../../state/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { methodName } from './method-name.ts'

type Props = { method: PaymentMethod; label: string; onForgotten: () => Promise<void> }

/** Asks for confirmation, then deletes the stored method here and at the provider. */
export const ForgetMethod = ({ method, label, onForgotten }: Props) => {
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ErrorBody | null>(null)
  const forget = async (): Promise<void> => {
    setBusy(true)
    const answer = await call('payments.forget_method', {})
    setBusy(false)
    if (!answer.ok) {
      setFailure(answer.error)
      return
    }
    setAsks(false)
    toast(t('repeat.forgotten'))
    await onForgotten()
  }
  return (
    <>
      <Button kind="quiet" plain onClick={() => setAsks(true)}>
        {t('repeat.forget')}
      </Button>
      {asks ? (
        <Dialog
          title={t('repeat.forgetTitle')}
          onClose={() => setAsks(false)}
          locked={busy}
          actions={
            <>
              <Button kind="danger" disabled={busy} onClick={() => void forget()}>
                {t('repeat.forget')}
              </Button>
              <Button kind="second" disabled={busy} onClick={() => setAsks(false)}>
                {t('ui.cancel')}
              </Button>
            </>
          }
        >
          <p>{t('repeat.forgetText', { method: methodName(method), label })}</p>
          <NeedsNetwork />
          <FormRefusal failure={failure} />
        </Dialog>
      ) : null}
    </>
  )
}
