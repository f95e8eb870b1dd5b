/** The text of a refused field: a missing value is named, so that five empty fields do not repeat one sentence. */
import { t, tCode, type TextKey } from '../../state/i18n.ts'
import type { AccountField, FieldErrors } from './account-data.ts'

const MISSING: Record<AccountField, TextKey> = {
  name: 'signup.missingName',
  date_of_birth: 'signup.missingBirthDate',
  gender: 'signup.missingGender',
  email: 'signup.missingEmail',
  password: 'signup.missingPassword',
}

export const fieldText = (errors: FieldErrors, field: AccountField, minAge: number): string | null => {
  const code = errors[field]
  if (code === undefined) return null
  return code === 'required' ? t(MISSING[field]) : tCode('field', code, { age: minAge })
}
