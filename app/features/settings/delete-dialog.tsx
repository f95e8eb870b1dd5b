/** Deletes the account [ACC-12]: the consequences and the undo are shown before the password or a passkey is asked for. */
import { useId } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { useSignals } from '@preact/signals-react/runtime'
import { Link } from 'wouter'
import { REACTIVATION_DAYS } from '#contract/limits.ts'
import { href } from '../../shell/routes.ts'
import { deleteAccount } from '../../state/account.ts'
import { t } from '../../state/i18n.ts'
import { user } from '../../state/session.ts'
import { likelySettings } from '../../state/site.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormRefusal, NeedsNetwork } from '../../ui/form-notes.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useOwnerProof } from './owner-proof.tsx'
import styles from './settings.module.css'

export const DeleteDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const { field, prove } = useOwnerProof()
  const { ref, busy, failure, submit } = useForm((data) =>
    prove(data, (proof) =>
      deleteAccount(proof, () => navigate(href('account-deleted'), { state: { justDeleted: true } })),
    ),
  )
  return (
    <Dialog
      title={t('settings.deleteQuestion')}
      onClose={onClose}
      locked={busy}
      actions={
        <>
          <Button kind="second" disabled={busy} onClick={onClose}>
            {t('settings.deleteStay')}
          </Button>
          <Button type="submit" form={id} kind="danger" disabled={busy}>
            {t(busy ? 'ui.busy' : 'settings.delete')}
          </Button>
        </>
      }
    >
      <form ref={ref} id={id} className={styles['form']} noValidate onSubmit={submit}>
        <ul className={styles['inside']}>
          <li>{t('settings.deleteAtOnce')}</li>
          <li>{t('settings.deleteUndo', { count: REACTIVATION_DAYS })}</li>
          <li>{t('settings.deleteThen')}</li>
          <CreditsLeft />
        </ul>
        <NeedsNetwork />
        {field(failure)}
        <FormRefusal failure={failure} />
      </form>
    </Dialog>
  )
}

/** The fate of unspent credits [PAY-11], [ACC-12]: shown before the account is deleted, with a link to the refund. */
const CreditsLeft = () => {
  useSignals()
  if (user.value?.paid_user !== true) return <li>{t('settings.deleteCreditsLost')}</li>
  return (
    <li className={styles['more']}>
      <p>{t('settings.deleteCredits', { count: likelySettings.value.refund_days })}</p>
      <Link href={href('transactions')}>{t('settings.deleteToTransactions')}</Link>
    </li>
  )
}
