/** Logging out of this device, and deleting the account [ACC-12]. */
import { useState } from 'react'
import { askLogout } from '../../shell/logout.ts'
import { t } from '../../state/i18n.ts'
import { RowButton, Rows } from '../../ui/rows.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

export const LeavingSection = () => {
  const [asking, setAsking] = useState(false)
  return (
    <section aria-label={t('settings.leavingTitle')}>
      <Rows>
        <RowButton icon="log-out" label={t('shell.logout')} hint={t('settings.logoutHint')} onClick={askLogout} />
        <RowButton
          icon="trash"
          label={t('settings.delete')}
          hint={t('settings.deleteHint')}
          danger
          onClick={() => setAsking(true)}
        />
      </Rows>
      {asking ? <DeleteDialog onClose={() => setAsking(false)} /> : null}
    </section>
  )
}
