/**
 * Signup in a dialog over the current page [SHELL-13]. In progress, neither the backdrop nor Escape closes it. Its
 * close button does, and typed values and the reached step stay for the next time.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useEffect, useState } from 'react'
import { signupOpen } from '../../shell/open-signup.tsx'
import { t } from '../../state/i18n.ts'
import { forgetReturn } from '../../state/login-prompt.ts'
import { user } from '../../state/session.ts'
import { toast } from '../../state/toasts.ts'
import { closingProps, useModal } from '../../ui/dialog.tsx'
import { noteOpen } from './signup-storage.ts'
import { SignupFlow } from './signup-flow.tsx'
import styles from './signup.module.css'
import { STEP_TITLE_ID } from './step-frame.tsx'
import { classes } from '../../ui/classes.ts'
import dialog from '../../ui/dialog.module.css'

export const SignupDialog = () => {
  useSignals()
  const me = user.value
  const [inProgress, setInProgress] = useState(false)
  const ref = useModal()
  useEffect(() => {
    noteOpen(true)
    return () => noteOpen(false)
  }, [])
  const close = useCallback((): void => {
    signupOpen.value = false
    if (inProgress)
      toast(t(me ? 'signup.keptStep' : 'signup.kept'), {
        about: 'signup',
        action: { label: t('activation.goOn'), run: open },
      })
    if (!me) forgetReturn()
  }, [inProgress, me])
  return (
    <dialog
      ref={ref}
      className={classes(dialog['dialog'], styles['dialog'])}
      aria-labelledby={STEP_TITLE_ID}
      {...closingProps({ onClose: close, locked: inProgress })}
    >
      <SignupFlow me={me} onClose={close} onProgress={setInProgress} onLeave={leave} />
    </dialog>
  )
}

const open = (): void => {
  signupOpen.value = true
}

const leave = (): void => {
  signupOpen.value = false
}
