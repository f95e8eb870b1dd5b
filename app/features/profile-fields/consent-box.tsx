/** A separate consent [ACC-18]: its purpose and how to withdraw it, in plain words, and never ticked beforehand. */
import { useId } from 'react'
import { t } from '../../state/i18n.ts'
import { CheckField } from '../../ui/field.tsx'
import { StatusText } from '../../ui/note.tsx'
import styles from './profile-fields.module.css'

type Props = {
  given: boolean
  onChange: (given: boolean) => void
  /** Unticking deletes the data given before: warn while there is some. */
  hasData?: boolean
}

export const ConsentBox = ({ given, onChange, hasData = false }: Props) => {
  const id = useId()
  return (
    <div className={styles['consent']}>
      <CheckField
        name="consent_sensitive"
        checked={given}
        aria-describedby={`${id}-why`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      >
        <span className="strong">{t('consent.sensitive')}</span>
      </CheckField>
      <p className="small muted" id={`${id}-why`}>
        {t('consent.sensitiveWhy')}
      </p>
      {!given && hasData ? <StatusText className="small strong">{t('consent.sensitiveErases')}</StatusText> : null}
    </div>
  )
}
