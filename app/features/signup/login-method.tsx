/** The secret of a new account: a passkey where the device can make one, or a password [ACC-20]. */
import { useEffect, useRef, useState } from 'react'
import type { PasskeyAnswer } from '#contract/entities/passkey.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { forgetPasskey, hasPasskeys, makesPasskeysHere } from '../../ports/passkeys.ts'
import { t } from '../../state/i18n.ts'
import { Button } from '../../ui/button.tsx'
import type { AccountDraft } from './account-data.ts'

type LoginMethod = 'passkey' | 'password'

/** A device that can make a passkey is offered one first. `way` is null in the first frames, until the browser has answered. */
export const useWayIn = (): { way: LoginMethod | null; choose: ((way: LoginMethod) => void) | null } => {
  const [canMake, setCanMake] = useState<boolean | null>(() => (hasPasskeys() ? null : false))
  const [chosen, setChosen] = useState<LoginMethod>('passkey')
  useEffect(() => {
    void makesPasskeysHere().then(setCanMake)
  }, [])
  if (canMake === null) return { way: null, choose: null }
  return canMake ? { way: chosen, choose: setChosen } : { way: 'password', choose: null }
}

export const OtherWay = ({ way, onChoose }: { way: LoginMethod | null; onChoose: (way: LoginMethod) => void }) => (
  <Button kind="quiet" plain full onClick={() => onChoose(way === 'passkey' ? 'password' : 'passkey')}>
    {t(way === 'passkey' ? 'signup.passwordInstead' : 'signup.passkeyInstead')}
  </Button>
)

type MadePasskey = { email: string; passkey: PasskeyAnswer }

/** Makes the passkey of a signup. A signup whose answer was lost is repeated with the same one. */
export const useSignupPasskey = () => {
  const made = useRef<MadePasskey | null>(null)
  return {
    /** The browser asks once for each address. */
    make: async ({ email, name }: AccountDraft): Promise<{ passkey: PasskeyAnswer } | ErrorBody> => {
      if (made.current?.email === email) return { passkey: made.current.passkey }
      const { isRefused, newPasskeyFor } = await import('../../state/passkeys.ts')
      const passkey = await newPasskeyFor({ for: 'signup', email, name })
      if (isRefused(passkey)) return passkey
      made.current = { email, passkey }
      return { passkey }
    },
    /** After a refusal: removes a passkey without an account where the browser can. */
    dropUnused: async ({ error }: ErrorBody): Promise<void> => {
      if (!made.current || (error !== 'email_taken' && error !== 'passkey_refused')) return
      await forgetPasskey(made.current.passkey.id)
      made.current = null
    },
  }
}
