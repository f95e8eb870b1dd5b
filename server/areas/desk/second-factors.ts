/** The second factors and the password of a staff member's own account: set up at the first login, changed later [DESK-1]. */
import type { DeskParsed } from '#contract/desk/calls.ts'
import { createdPasskey, creationOptions } from '../../adapters/passkeys.ts'
import { totpSecret, totpStep, totpUri } from '../../adapters/totp.ts'
import type { Deps } from '../../deps.ts'
import type { EnteringStaff, Staff } from '../../http/desk-caller.ts'
import { type DeskRefusal, type Refusal, refuseDesk } from '../../http/reply.ts'
import { beginAttempt, forgiveAttempt, failureStreak, takeBackAttempt } from '../account/attempts.ts'
import { serverBusy } from '../account/login.ts'
import {
  addOwnRow,
  checkFactor,
  enter,
  isEntering,
  newDeskChallenge,
  siteOfPasskeys,
  takeChallenge,
  notifyOfAct,
  type Browser,
  type Tokens,
} from './login.ts'
import { sealedTotp } from './totp-secrets.ts'

const TOTP_SECRET_BYTES = 20

/** A second factor is set up at the first login, or by somebody who is in: never with a password alone. */
const maySetUp = ({ state }: EnteringStaff): boolean => state !== 'second_factor'

export const beginTotp = async (
  deps: Deps,
  caller: EnteringStaff,
): Promise<{ secret: string; uri: string } | DeskRefusal> => {
  if (!maySetUp(caller)) return refuseDesk('second_factor_required')
  const secret = totpSecret(deps.random(TOTP_SECRET_BYTES))
  await deps.write((tx) =>
    tx.staff.setSession(caller.sessionHash, {
      challenge: `${TOTP_SETUP}${deps.staffSecrets.seal(secret, setupOf(caller))}`,
    }),
  )
  return { secret, uri: totpUri(secret, { issuer: siteOfPasskeys(deps).name, label: caller.mail }) }
}

/** A secret in setup waits in the session's challenge: the app in use serves until the new one has proven itself. */
const TOTP_SETUP = 'totp:'
const setupOf = ({ sessionHash }: EnteringStaff): string => `setup ${sessionHash}`

export const confirmTotp = async (
  deps: Deps,
  caller: EnteringStaff,
  code: string,
  tokens: Tokens,
): Promise<DeskRefusal | Refusal | null> => {
  if (!maySetUp(caller)) return refuseDesk('second_factor_required')
  const challenge = (await deps.read.staff.sessionByHash(caller.sessionHash))?.session.challenge ?? ''
  if (!challenge.startsWith(TOTP_SETUP)) return refuseDesk('not_found')
  const secret = deps.staffSecrets.open(challenge.slice(TOTP_SETUP.length), setupOf(caller))
  if (secret === null) return refuseDesk('not_found')
  return checkFactor(deps, caller, 'code_wrong', async (tx) => {
    const step = totpStep(secret, code, deps.now(), 0)
    if (step === null) return false
    await tx.staff.change(caller.id, {
      totpSecret: sealedTotp(deps, caller.id, secret),
      totpConfirmedAt: deps.now(),
      totpStep: step,
    })
    await tx.staff.setSession(caller.sessionHash, { challenge: null })
    await addOwnRow(tx, deps, caller, 'staff.add_factor', { after: { factor: 'totp' } })
    if (!isEntering(caller)) await notifyOfAct(tx, deps, caller, 'factor', tokens)
    await enter(tx, deps, caller, tokens)
    return true
  })
}

export const newPasskeyQuestion = async (deps: Deps, caller: EnteringStaff) => {
  if (!maySetUp(caller)) return refuseDesk('second_factor_required')
  const existing = await deps.read.staff.passkeysOf(caller.id)
  const challenge = await newDeskChallenge(deps, caller)
  const account = { id: `staff-${caller.id}`, name: caller.mail }
  return creationOptions(siteOfPasskeys(deps), { account, challenge, existing })
}

export const addStaffPasskey = async (
  deps: Deps,
  caller: EnteringStaff,
  { response, name }: DeskParsed<'passkeys.add'>['body'],
  tokens: Tokens,
): Promise<DeskRefusal | null> => {
  if (!maySetUp(caller)) return refuseDesk('second_factor_required')
  const challenge = await takeChallenge(deps, caller)
  const passkey = challenge === null ? null : await createdPasskey(siteOfPasskeys(deps), challenge, response)
  if (passkey === null) return refuseDesk('passkey_refused')
  return deps.write(async (tx) => {
    await tx.staff.addPasskey({
      ...passkey,
      transports: [...passkey.transports],
      staffId: caller.id,
      name,
      createdAt: deps.now(),
    })
    await addOwnRow(tx, deps, caller, 'staff.add_factor', { after: { factor: 'passkey' } })
    if (!isEntering(caller)) await notifyOfAct(tx, deps, caller, 'factor', tokens)
    await enter(tx, deps, caller, tokens)
    return null
  })
}

export const removeStaffPasskey = (
  deps: Deps,
  caller: Staff,
  id: string,
  browser: Browser,
): Promise<DeskRefusal | null> =>
  deps.write(async (tx) => {
    const staff = await tx.staff.byId(caller.id)
    const passkeys = await tx.staff.passkeysOf(caller.id)
    if (!passkeys.some((passkey) => passkey.id === id)) return refuseDesk('not_found')
    if (passkeys.length === 1 && staff?.totpConfirmedAt === null) return refuseDesk('last_factor')
    await tx.staff.dropPasskey(caller.id, id)
    await addOwnRow(tx, deps, caller, 'staff.remove_factor', { before: { factor: 'passkey' } })
    await notifyOfAct(tx, deps, caller, 'factor', browser)
    return null
  })

/** Sets a password of one's own, and ends the other sessions. */
export const setOwnPassword = async (
  deps: Deps,
  caller: EnteringStaff,
  { old_password, password }: DeskParsed<'password.set'>['body'],
  browser: Browser,
): Promise<DeskRefusal | Refusal | null> => {
  if (caller.state !== 'in' && caller.state !== 'new_password') return refuseDesk('second_factor_required')
  const staff = await deps.read.staff.byId(caller.id)
  if (!staff) return refuseDesk('staff_login_required')
  const counts = [failureStreak(`desk password ${caller.id} ${caller.sessionHash}`)]
  const blocked = await beginAttempt(deps, counts)
  if (blocked) return blocked
  const fits = await deps.passwords.verify(staff.passwordHash, old_password, 'known')
  const hash = fits === true ? await deps.passwords.hash(password, 'known') : null
  if (fits === null || (fits && hash === null)) {
    await takeBackAttempt(deps, counts)
    return serverBusy()
  }
  if (hash === null) return refuseDesk('invalid_input', { fields: { old_password: 'password_wrong' } })
  return deps.write(async (tx) => {
    await forgiveAttempt(tx, counts)
    await tx.staff.change(caller.id, { passwordHash: hash, mustChangePassword: false })
    await tx.staff.endSessions(caller.id, caller.sessionHash, deps.now())
    await addOwnRow(tx, deps, caller, 'staff.password')
    if (caller.state === 'in') await notifyOfAct(tx, deps, caller, 'password', browser)
    return null
  })
}
