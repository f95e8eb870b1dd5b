import { useId } from 'react'
import type { ReportReason } from '#contract/entities/safety.ts'
import { LETTER_MAX } from '#contract/limits.ts'
import { t, tCode } from '../../state/i18n.ts'
import { Field, TextAreaField } from '../../ui/field.tsx'
import styles from './report.module.css'

type Props = {
  reasons: readonly ReportReason[]
  reason: ReportReason | null
  text: string
  errorOf: (field: 'reason' | 'text') => string | null
  onReason: (reason: ReportReason) => void
  onText: (text: string) => void
}

export const ReportFields = ({ reasons, reason, text, errorOf, onReason, onText }: Props) => {
  const name = useId()
  return (
    <>
      <Field label={t('report.reason')} error={errorOf('reason')} group>
        {({ describedBy, invalid }) => (
          <div
            role="radiogroup"
            aria-label={t('report.reason')}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            className={styles['reasons']}
          >
            {reasons.map((one) => (
              <label key={one} className={styles['reason']}>
                <input type="radio" name={name} checked={one === reason} onChange={() => onReason(one)} />
                {tCode('safety', `reason_${one}`)}
              </label>
            ))}
          </div>
        )}
      </Field>
      <TextAreaField
        label={t('report.text')}
        hint={t('report.textHint')}
        error={errorOf('text')}
        rows={3}
        maxLength={LETTER_MAX}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </>
  )
}
