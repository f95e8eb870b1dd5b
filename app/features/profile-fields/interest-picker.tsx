/** Interests as chips to switch on and off: at most sixteen [PROF-8], the sensitive ones only with the consent [ACC-18]. */
import { useId } from 'react'
import { INTERESTS, type Interest } from '#contract/entities/profile.ts'
import { INTERESTS_MAX } from '#contract/limits.ts'
import { isSensitive, withoutSensitiveInterests } from '#contract/rules/sensitive.ts'
import { t, tCode } from '../../state/i18n.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { FieldErrorText } from '../../ui/field.tsx'
import styles from './profile-fields.module.css'
import { refusalText, type Refusals } from './refusals.ts'

type Props = {
  value: readonly Interest[]
  onChange: (value: Interest[]) => void
  errors: Refusals
  /** Whether the sensitive interests can be chosen: only with the consent [ACC-18]. */
  consented: boolean
}

export const InterestPicker = ({ value, onChange, errors, consented }: Props) => {
  const id = useId()
  const refused = refusalText(errors, 'interests')
  const chips = { value, onChange }
  return (
    <div className={styles['interests']} role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-count`}>
      <p className={styles['label']}>
        <span id={`${id}-label`}>{t('profile.interests')}</span>
        <span className="num muted" id={`${id}-count`} role="status">
          {t('profile.interestCount', { number: value.length, most: INTERESTS_MAX })}
        </span>
      </p>
      <Chips interests={INTEREST_GROUPS.everyday} {...chips} />
      {consented ? <Chips interests={INTEREST_GROUPS.sensitive} {...chips} /> : null}
      {refused === null ? null : <FieldErrorText text={refused} />}
    </div>
  )
}

type ChipsProps = Pick<Props, 'value' | 'onChange'> & { interests: readonly Interest[] }

const Chips = ({ interests, value, onChange }: ChipsProps) => (
  <ul className={styles['chips']}>
    {interests.map((interest) => {
      const on = value.includes(interest)
      return (
        <li key={interest}>
          <ChipButton
            on={on}
            aria-pressed={on}
            aria-disabled={(!on && isFull(value)) || undefined}
            onClick={() => onChange(withToggled(value, interest))}
          >
            {tCode('interest', interest)}
          </ChipButton>
        </li>
      )
    })}
  </ul>
)

type InterestGroup = 'everyday' | 'sensitive'

/** In the specification's order, with the sensitive ones in their own group. */
export const INTEREST_GROUPS: Record<InterestGroup, readonly Interest[]> = {
  everyday: withoutSensitiveInterests(INTERESTS),
  sensitive: INTERESTS.filter(isSensitive),
}

/** Adds or removes an interest; a full list takes no more. */
export const withToggled = (chosen: readonly Interest[], interest: Interest): Interest[] => {
  if (chosen.includes(interest)) return chosen.filter((one) => one !== interest)
  return isFull(chosen) ? [...chosen] : [...chosen, interest]
}

const isFull = (chosen: readonly Interest[]): boolean => chosen.length >= INTERESTS_MAX
