/** The question about whom the member wants to meet, with the consent under the answer [ACC-19], [ACC-18]. */
import { useId } from 'react'
import { t } from '../../state/i18n.ts'
import type { Whom } from '../../state/whom.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { FieldErrorText } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import kofi from './portraits/whom-kofi.svg'
import lena from './portraits/whom-lena.svg'
import martina from './portraits/whom-martina.svg'
import tomasz from './portraits/whom-tomasz.svg'
import styles from './whom.module.css'

/** `whom` is null until a choice; `consented` is never ticked beforehand. */
export type WhomDraft = { whom: Whom | null; consented: boolean }

type Props = {
  draft: WhomDraft
  /** The member gave the consent before, so the box is not shown. */
  hasConsent?: boolean
  isMissing: boolean
  onChange: (draft: WhomDraft) => void
}

const CHOICES = [
  { whom: 'female', label: 'value.looking_for_female', portraits: [martina] },
  { whom: 'male', label: 'value.looking_for_male', portraits: [kofi] },
  { whom: 'both', label: 'whom.both', portraits: [lena, tomasz] },
] as const

export const WhomFields = ({ draft, hasConsent = false, isMissing, onChange }: Props) => {
  const name = useId()
  return (
    <>
      <div
        role="radiogroup"
        aria-label={t('whom.title')}
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${name}-error` : undefined}
        className={styles['choices']}
      >
        {CHOICES.map(({ whom, label, portraits }) => (
          <label key={whom} className={styles['choice']}>
            <input
              type="radio"
              name={name}
              value={whom}
              checked={draft.whom === whom}
              onChange={() => onChange({ ...draft, whom })}
            />
            <span className={styles['seats']}>
              {portraits.map((portrait) => (
                <img key={portrait} src={portrait} alt="" />
              ))}
            </span>
            <span className={styles['tick']}>
              <Icon name="check" size={20} />
            </span>
            <span>{t(label)}</span>
          </label>
        ))}
      </div>
      {isMissing ? <FieldErrorText id={`${name}-error`} text={t('whom.missing')} /> : null}
      {hasConsent ? null : (
        <ConsentLine
          at={CHOICES.findIndex(({ whom }) => whom === draft.whom)}
          given={draft.consented}
          onChange={(consented) => onChange({ ...draft, consented })}
        />
      )}
    </>
  )
}

type ConsentProps = { at: number; given: boolean; onChange: (given: boolean) => void }

/** @param at the index of the choice that the line points to, -1 for none */
const ConsentLine = ({ at, given, onChange }: ConsentProps) => {
  const id = useId()
  return (
    <div className={styles['consent']} data-at={at}>
      <CheckField
        name="consent_sensitive"
        checked={given}
        aria-describedby={`${id}-why`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      >
        <span className="strong">{t('whom.consent')}</span>
      </CheckField>
      <p className="small muted" id={`${id}-why`}>
        {t(given ? 'whom.consentWhy' : 'whom.withoutConsent')}
      </p>
    </div>
  )
}
