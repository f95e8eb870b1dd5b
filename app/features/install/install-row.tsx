/** The way to install that is always there [PWA-9], also once the offer was declined; not in the installed app itself. */
import { useSignals } from '@preact/signals-react/runtime'
import { installWay } from '../../ports/install-way.ts'
import { t } from '../../state/i18n.ts'
import { askInstall } from '../../state/install-asked.ts'
import { RowButton, Rows } from '../../ui/rows.tsx'

export const InstallRow = () => {
  useSignals()
  return installWay() === 'installed' ? null : (
    <Rows>
      <RowButton icon="smartphone" label={t('shell.installApp')} hint={t('install.rowHint')} onClick={askInstall} />
    </Rows>
  )
}
