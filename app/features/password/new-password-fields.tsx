/** A new password, entered twice [ACC-9], [ACC-10]; each field shows its own error. */
import type { ErrorBody } from '#contract/errors.ts'
import { fieldErrorText } from '../../state/error-text.ts'
import { t } from '../../state/i18n.ts'
import { isUnheard } from '../../ports/api.ts'
import { passwordUnsure } from '../../state/session.ts'
import { FormRefusal } from '../../ui/form-notes.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

export const NewPasswordFields = ({ failure }: { failure: ErrorBody | null }) => (
  <>
    <PasswordField
      label={t('password.new')}
      hint={failure?.fields?.['password'] ? undefined : t('signup.passwordHint')}
      name="password"
      autoComplete="new-password"
      enterKeyHint="next"
      required
      error={fieldErrorText(failure, 'password')}
    />
    <PasswordField
      label={t('password.repeat')}
      name="password_repeat"
      autoComplete="new-password"
      enterKeyHint="done"
      required
      error={fieldErrorText(failure, 'password_repeat')}
    />
  </>
)

/** The reason that belongs to no field; after a lost answer also that the new password may be in force. */
export const NewPasswordRefusal = ({ failure }: { failure: ErrorBody | null }) =>
  failure && isUnheard(failure) && passwordUnsure.peek() ? (
    <Note tone="warn" role="alert">
      <p>{t('password.unsure')}</p>
    </Note>
  ) : (
    <FormRefusal failure={failure} />
  )
