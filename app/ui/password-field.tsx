/** A password field with a button that shows the password. */
import { useState, type ComponentProps } from 'react'
import { t } from '../state/i18n.ts'
import { RoundButton } from './button.tsx'
import { TextField } from './field.tsx'

export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) => {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <RoundButton
          icon={shown ? 'eye-off' : 'eye'}
          label={t(shown ? 'ui.hidePassword' : 'ui.showPassword')}
          // Some forms have three of these fields.
          aria-description={props.label}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
