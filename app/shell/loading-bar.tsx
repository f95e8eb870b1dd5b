/** The thin bar on top while something is on its way [SHELL-15]. */
import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../state/i18n.ts'
import { loadingBar } from '../state/loading-bar.ts'
import styles from './shell.module.css'

export const LoadingBar = () => {
  useSignals()
  const percent = loadingBar.percent.value
  return percent === null ? null : (
    <div
      className={styles['loading']}
      role="progressbar"
      aria-label={t('ui.loading')}
      aria-valuenow={percent}
      style={{ transform: `scaleX(${percent / 100})` }}
    />
  )
}
