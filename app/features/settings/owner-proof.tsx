/** Asks for the password, or for a passkey of a member without one, before an act that a stolen session must not do [ACC-20]. */
import type { ErrorBody } from '#contract/errors.ts'
import { fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { isRefused, proveByPasskey, type Proof } from '../../state/passkeys.ts'
import { useResource } from '../../state/resource.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { textOf } from '../../ui/use-form.ts'

type Field = 'password' | 'old_password'

/** Until the server has answered, the member counts as one with a password. */
export const useOwnerProof = (field: Field = 'password') => {
  const { data } = useResource('passkeys.list', {})
  const hasPassword = data?.has_password !== false
  return {
    hasPassword,
    field: (failure: ErrorBody | null) => <ProofField name={field} hasPassword={hasPassword} failure={failure} />,
    /** Acts with the proof from the form's data; a member without a password is asked for a passkey now. @returns the refusal, or null */
    prove: async (form: FormData, act: (proof: Proof) => Promise<ErrorBody | null>): Promise<ErrorBody | null> => {
      if (hasPassword) return act({ password: textOf(form, field) })
      const passkey = await proveByPasskey()
      return isRefused(passkey) ? passkey : act({ passkey })
    },
  }
}

type Props = { name: Field; hasPassword: boolean; failure: ErrorBody | null }

const ProofField = ({ name, hasPassword, failure }: Props) =>
  hasPassword ? (
    <PasswordField
      label={t('settings.passwordNow')}
      name={name}
      autoComplete="current-password"
      // New passwords follow the old one.
      enterKeyHint={name === 'old_password' ? 'next' : 'go'}
      required
      error={fieldErrorText(failure, name)}
    />
  ) : (
    <p className="small muted">{t('settings.passkeyProof')}</p>
  )
