/** Interests as chips to switch on and off [PROF-8]. */
import { useId } from 'react'
import type { Interest } from '#contract/entities/profile.ts'
import { INTERESTS_MAX } from '#contract/limits.ts'
import { t, tCode } from '../../state/i18n.ts'
import { ChipButton } from '../../ui/chip.tsx'
import { FieldErrorText } from '../../ui/field.tsx'
import { INTEREST_GROUPS, isFull, toggled } from './interest-list.ts'
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
            onClick={() => onChange(toggled(value, interest))}
          >
            {tCode('interest', interest)}
          </ChipButton>
        </li>
      )
    })}
  </ul>
)
