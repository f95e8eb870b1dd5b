/** The question about the gender that the member wants to meet, with the consent under the answer [ACC-19], [ACC-18]. */
import { useId } from 'react'
import { t } from '../../state/i18n.ts'
import type { WantedGender } from '../../state/wanted-gender.ts'
import { CheckField, FieldErrorText } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import kofi from './portraits/kofi.svg'
import lena from './portraits/lena.svg'
import martina from './portraits/martina.svg'
import tomasz from './portraits/tomasz.svg'
import styles from './wanted-gender.module.css'

/** `gender` is null until a choice; `consented` is never ticked beforehand. */
export type WantedGenderDraft = { gender: WantedGender | null; consented: boolean }

type Props = {
  draft: WantedGenderDraft
  /** The member gave the consent before, so the box is not shown. */
  hasConsent?: boolean
  isMissing: boolean
  onChange: (draft: WantedGenderDraft) => void
}

const CHOICES = [
  { gender: 'female', label: 'value.looking_for_female', portraits: [martina] },
  { gender: 'male', label: 'value.looking_for_male', portraits: [kofi] },
  { gender: 'both', label: 'whom.both', portraits: [lena, tomasz] },
] as const

export const WantedGenderFields = ({ draft, hasConsent = false, isMissing, onChange }: Props) => {
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
        {CHOICES.map(({ gender, label, portraits }) => (
          <label key={gender} className={styles['choice']}>
            <input
              type="radio"
              className="covering"
              name={name}
              value={gender}
              checked={draft.gender === gender}
              onChange={() => onChange({ ...draft, gender })}
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
          at={CHOICES.findIndex(({ gender }) => gender === draft.gender)}
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
