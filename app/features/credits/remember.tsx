import { useId } from 'react'
import { t } from '../../state/i18n.ts'
import styles from './credits.module.css'

/** The checkbox that stores the method. It is never ticked beforehand [PAY-13]. */
export const Remember = ({ checked, onChange }: { checked: boolean; onChange: (on: boolean) => void }) => {
  const hint = useId()
  return (
    <div className={styles['remember']}>
      <label>
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{t('pay.remember')}</span>
      </label>
      <p id={hint} className="small muted">
        {t('pay.rememberHint')}
      </p>
    </div>
  )
}
