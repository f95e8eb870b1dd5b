/** A select with listed values, or none chosen. */
import { t } from '../../state/i18n.ts'
import { SelectField } from '../../ui/field.tsx'
import { refusalText, type Refusals } from './refusals.ts'

type Props<Value extends string> = {
  name: string
  label: string
  value: Value | null
  options: readonly Value[]
  nameOf: (value: Value) => string
  onChange: (value: Value | null) => void
  errors: Refusals
  disabled?: boolean
}

export const ValueSelect = <Value extends string>(props: Props<Value>) => {
  const { name, label, value, options, nameOf, onChange, errors, disabled = false } = props
  return (
    <SelectField
      label={label}
      name={name}
      value={value ?? ''}
      disabled={disabled}
      error={refusalText(errors, name)}
      onChange={({ currentTarget }) => onChange(options.find((option) => option === currentTarget.value) ?? null)}
    >
      <option value="">{t('profile.unsaid')}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </SelectField>
  )
}
