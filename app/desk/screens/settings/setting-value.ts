/** A setting's value as text, and back from the field that edits it. */
import type { DeskSetting } from '#contract/desk/settings.ts'
import { AGE_CHECKS, type AgeCheck } from '#contract/entities/age-check.ts'
import { parseJson } from '#contract/json.ts'
import { textOf } from '../../../ui/use-form.ts'
import { countryName } from '../../format.ts'
import { t, tCode } from '../../texts.ts'

/** An option in words; most options are their own words. The empty option is the value null. */
export const choiceText = (key: string, option: string): string => {
  const code = `${key}_${option === '' ? 'unset' : option}`
  const text = tCode('settingChoice', code)
  return text === code ? option : text
}

/** The value as read-only text, for the list, the history and the confirmation. */
export const shownValue = (value: unknown, key = ''): string => {
  if (key === 'fictional_responder' && (value === null || typeof value === 'string'))
    return choiceText(key, value ?? '')
  if (value === '' || (Array.isArray(value) && value.length === 0)) return t('settings.empty')
  if (value === null) return t('settings.nothing')
  if (typeof value === 'boolean') return t(value ? 'settings.yes' : 'settings.no')
  if (typeof value === 'string') return value
  if (isTextList(value)) return value.join(', ')
  const checks = ageChecksIn(value)
  if (checks !== null)
    return checks.map(([country, check]) => `${countryName(country)}: ${ageCheckText(check)}`).join('\n')
  return JSON.stringify(value, null, 1)
}

/** The value of the setting `age_check`, or null for any other. */
const ageChecksIn = (value: unknown): [string, AgeCheck][] | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries: [string, unknown][] = Object.entries(value)
  const checks = entries.flatMap(([country, check]): [string, AgeCheck][] => {
    const known = AGE_CHECKS.find((one) => one === check)
    return known === undefined ? [] : [[country, known]]
  })
  return checks.length > 0 && checks.length === entries.length ? checks : null
}

const AGE_CHECK_TEXTS = {
  none: 'settings.ageNone',
  provider: 'settings.ageProvider',
  eu_proof: 'settings.ageEuProof',
  both: 'settings.ageBoth',
} as const satisfies Record<AgeCheck, string>

export const ageCheckText = (check: AgeCheck): string => t(AGE_CHECK_TEXTS[check])

/** The check that the field of a country begins with. */
export const ageCheckOf = (value: unknown, country: string): AgeCheck =>
  ageChecksIn(value)?.find(([one]) => one === country)?.[1] ?? 'none'

/** The value of the form's fields, one for each country; a country without a check is left out. */
export const ageChecksOf = (data: FormData, countries: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    countries.map((country) => [country, textOf(data, country)]).filter(([, check]) => check !== 'none'),
  ) as Record<string, string>

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

/** The initial text of the field. */
export const fieldOf = ({ editor }: Pick<DeskSetting, 'editor'>, value: unknown): string => {
  if (editor === 'json' || editor === 'age_check') return JSON.stringify(value, null, 2)
  if (editor === 'choice' && value === null) return ''
  return isTextList(value) ? value.join('\n') : String(value)
}

/** The value in a field's text; undefined if it is invalid JSON. The server checks everything else. */
export const valueOf = ({ editor, options }: Pick<DeskSetting, 'editor' | 'options'>, text: string): unknown => {
  switch (editor) {
    case 'choice':
      return text === '' && options.includes('') ? null : text
    case 'text':
      return text.trim()
    case 'switch':
      return text === 'true'
    case 'number':
      // An empty field must not become 0.
      return text.trim() === '' ? null : Number(text)
    case 'list':
      return text
        .split(/[\n,]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    case 'age_check':
    case 'json':
      return parseJson(text)?.value
  }
}
