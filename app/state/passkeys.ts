/** Logs in and proves the member by passkey [ACC-20]. Loaded when a screen offers it; each function returns the refusal, or null. */
import type { CallInput } from '#contract/calls.ts'
import type { PasskeyAnswer } from '#contract/entities/passkey.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { CHALLENGE_MINUTES, MINUTE_MS } from '#contract/limits.ts'
import { call } from '../ports/api.ts'
import { after } from '../ports/clock.ts'
import { askPasskey, fillsInPasskeys, forgetPasskey, makePasskey, makesPasskeysQuietly } from '../ports/passkeys.ts'
import { t } from './i18n.ts'
import { enterSession, knownToWorker } from './session.ts'
import { toast } from './toasts.ts'

/** The person closed the browser's dialog, or the browser failed. */
const DECLINED: ErrorBody = { error: 'passkey_refused' }

const enter = async (passkey: PasskeyAnswer): Promise<ErrorBody | null> => {
  const error = await knownToWorker(async () => enterSession(await call('passkeys.login', { body: { passkey } })))
  if (error?.error === 'passkey_unknown') await forgetPasskey(passkey.id)
  return error
}

/** Asks for a passkey in the browser's dialog. */
export const loginByPasskey = async (): Promise<ErrorBody | null> => {
  const options = await call('passkeys.options', { body: { for: 'login' } })
  if (!options.ok) return options.error
  const passkey = await askPasskey(options.data)
  return passkey ? enter(passkey) : DECLINED
}

/** A challenge is replaced before it expires, so that a screen that stays open still logs in. */
const FRESH_MS = (CHALLENGE_MINUTES - 1) * MINUTE_MS

/**
 * The browser offers passkeys in the autofill of the field with `autocomplete="webauthn"`, until one logs in or the signal
 * aborts. @param onRefused hears why a chosen passkey did not log in
 */
export const loginByAutofill = async (stop: AbortSignal, onRefused: (error: ErrorBody) => void): Promise<void> => {
  if (!(await fillsInPasskeys())) return
  while (!stop.aborted) {
    const round = new AbortController()
    const cancel = after(FRESH_MS, () => round.abort())
    const signal = AbortSignal.any([stop, round.signal])
    const options = await call('passkeys.options', { body: { for: 'login' } }, signal)
    const passkey = options.ok ? await askPasskey(options.data, { signal }) : null
    cancel()
    if (passkey) {
      const error = await enter(passkey)
      if (error === null) return
      onRefused(error)
    } else if (!round.signal.aborted) return
  }
}

type Purpose = CallInput<'passkeys.options'>['body']

/** Makes a passkey for a visitor: at signup, or with a reset link. */
export const newPasskeyFor = async (purpose: Purpose): Promise<PasskeyAnswer | ErrorBody> => {
  const options = await call('passkeys.options', { body: purpose })
  if (!options.ok) return options.error
  return (await makePasskey(options.data)) ?? DECLINED
}

export const isRefused = (made: PasskeyAnswer | ErrorBody): made is ErrorBody => 'error' in made

export type Proof = CallInput<'user.delete'>['body']

/** Proves with a passkey that the member is here. */
export const proveByPasskey = async (): Promise<PasskeyAnswer | ErrorBody> => {
  const options = await call('passkeys.own_options', { body: { for: 'prove' } })
  if (!options.ok) return options.error
  return (await askPasskey(options.data)) ?? DECLINED
}

/** Adds a passkey of this device or of a security key to the member's account. */
export const addPasskey = async (name: string, proof: Proof): Promise<ErrorBody | null> => {
  const options = await call('passkeys.own_options', { body: { for: 'add', ...proof } })
  if (!options.ok) return options.error
  const passkey = await makePasskey(options.data)
  if (!passkey) return DECLINED
  const answer = await call('passkeys.add', { body: { passkey, name } })
  return answer.ok ? null : answer.error
}

/**
 * After a login by password: the browser makes a passkey without asking, where it can and its password manager has just filled in the
 * password. Whatever fails is ignored: the member is logged in.
 */
export const addPasskeyQuietly = async (password: string): Promise<void> => {
  if (!(await makesPasskeysQuietly())) return
  const options = await call('passkeys.own_options', { body: { for: 'add', quiet: true, password } })
  if (!options.ok) return
  const passkey = await makePasskey(options.data, { quiet: true })
  if (passkey === null || !(await call('passkeys.add', { body: { passkey, quiet: true } })).ok) return
  toast(t('login.passkeyAdded'))
}

export const renamePasskey = async (id: string, name: string): Promise<ErrorBody | null> => {
  const answer = await call('passkeys.rename', { params: { id }, body: { name } })
  return answer.ok ? null : answer.error
}

export const removePasskey = async (id: string, proof: Proof): Promise<ErrorBody | null> => {
  const answer = await call('passkeys.remove', { params: { id }, body: proof })
  if (!answer.ok) return answer.error
  await forgetPasskey(id)
  return null
}
