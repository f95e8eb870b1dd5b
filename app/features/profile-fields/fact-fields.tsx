/** Selects for the facts of a profile: each is optional [PROF-1]. */
import {
  OPEN_FACTS,
  PROFILE_FACTS,
  SENSITIVE_FACTS,
  type FactName,
  type Facts,
  type OpenFact,
  type SensitiveFact,
} from '#contract/entities/profile-facts.ts'
import { t } from '../../state/i18n.ts'
import { SelectField } from '../../ui/field.tsx'
import { factLabel, factText } from './fact-texts.ts'
import styles from './profile-fields.module.css'
import { refusalText, type Refusals } from './refusals.ts'

type Props<Name extends FactName> = {
  value: Facts<Name>
  onChange: (value: Facts<Name>) => void
  errors: Refusals
  disabled?: boolean
}

export type Look = Facts<OpenFact>
export type Desire = Facts<SensitiveFact>

/** The facts that need no consent. */
export const LookFields = (props: Props<OpenFact>) => (
  <div className={styles['looks']}>
    <FactFields names={OPEN_FACTS} {...props} />
  </div>
)

/** The sensitive facts, so a screen with these fields shows `ConsentBox` above them [ACC-18]. */
export const DesireFields = (props: Props<SensitiveFact>) => <FactFields names={SENSITIVE_FACTS} {...props} />

const FactFields = <Name extends FactName>({
  names,
  value,
  onChange,
  errors,
  disabled = false,
}: Props<Name> & { names: readonly Name[] }) =>
  names.map((name) => {
    const options: readonly NonNullable<Facts<Name>[Name]>[] = PROFILE_FACTS[name].options
    return (
      <SelectField
        key={name}
        label={factLabel(name)}
        name={name}
        value={value[name] ?? ''}
        disabled={disabled}
        error={refusalText(errors, name)}
        onChange={({ currentTarget }) =>
          onChange({ ...value, [name]: options.find((option) => option === currentTarget.value) ?? null })
        }
      >
        <option value="">{t('profile.unsaid')}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {factText(name, option)}
          </option>
        ))}
      </SelectField>
    )
  })
