/** All data about the member as one file [ACC-17]: a plain link, which the browser downloads. */
import { useSignals } from '@preact/signals-react/runtime'
import { urlOf } from '../../ports/api.ts'
import { connection } from '../../state/connection.ts'
import { t } from '../../state/i18n.ts'
import button from '../../ui/button.module.css'
import { classes } from '../../ui/classes.ts'
import { NeedsNetwork } from '../../ui/form-notes.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './settings.module.css'

export const Export = () => {
  useSignals()
  return (
    <>
      <p className="small muted">{t('settings.dataText')}</p>
      <NeedsNetwork />
      {connection.value.online ? (
        <div className={styles['actions']}>
          <a
            href={urlOf('export.get', {})}
            download
            className={classes(button['button'], button['second'], button['small'])}
          >
            <Icon name="download" size={20} />
            {t('settings.dataDownload')}
          </a>
        </div>
      ) : null}
    </>
  )
}
