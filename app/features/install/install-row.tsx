/**
 * A row for installing that is always there [PWA-9], also after the offer was declined; hidden in the installed app.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { installWay } from '../../ports/installation.ts'
import { t } from '../../state/i18n.ts'
import { askInstall } from '../../state/open-dialogs.ts'
import { RowButton, Rows } from '../../ui/rows.tsx'

export const InstallRow = () => {
  useSignals()
  return installWay() === 'installed' ? null : (
    <Rows>
      <RowButton icon="smartphone" label={t('shell.installApp')} hint={t('install.rowHint')} onClick={askInstall} />
    </Rows>
  )
}
