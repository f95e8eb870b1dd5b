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
import { factLabel, factText } from './fact-texts.ts'
import styles from './profile-fields.module.css'
import type { Refusals } from './refusals.ts'
import { ValueSelect } from './value-select.tsx'

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
  names.map((name) => (
    <ValueSelect
      key={name}
      name={name}
      label={factLabel(name)}
      value={value[name]}
      options={PROFILE_FACTS[name].options}
      nameOf={(option) => factText(name, option)}
      errors={errors}
      disabled={disabled}
      onChange={(chosen) => onChange({ ...value, [name]: chosen })}
    />
  ))
