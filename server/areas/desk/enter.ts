/**
 * The login of staff [DESK-1]: password, then a second factor (at the first login its setup), then once a password of
 * one's own.
 */
import type { DeskParsed } from '#contract/desk/calls.ts'
import type { Locale } from '#contract/locales.ts'
import {
  createdPasskey,
  creationOptions,
  usageOptions,
  usedPasskey,
  type PasskeySite,
} from '../../adapters/passkeys.ts'
import { totpSecret, totpStep, totpUri } from '../../adapters/totp.ts'
import type { Deps, Tx } from '../../deps.ts'
import { deskUrl } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import { DESK_SESSION_MS, type Entering, type Staff } from '../../http/desk-caller.ts'
import { refuseDesk, type DeskRefusal } from '../../http/desk-reply.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import {
  beginAttempt,
  forgiveAttempt,
  loginCounts,
  streak,
  takeBackAttempt,
  type AttemptCount,
} from '../account/attempts.ts'
import { emailKey } from '../account/email-key.ts'
import { serverBusy } from '../account/login.ts'
import { newToken } from '../account/session.ts'
import { tellStaff, type StaffNotice } from './not-me.ts'
import { sealedTotp, totpSecretOf } from './totp-secrets.ts'

export type DeskOrigin = {
  userAgent: string
  /** As `addressOf` returns it. */
  address: string
  /** The token of the browser's device cookie. */
  device: string | null
}

const USER_AGENT_MAX = 200
const TOTP_SECRET_BYTES = 20
const CHALLENGE_BYTES = 32

const siteOfPasskeys = ({ env, settings }: Pick<Deps, 'env' | 'settings'>): PasskeySite => ({
  name: `${settings().name} Desk`,
  origin: deskUrl(env),
})

/** Checks the password and begins a session without rights. An unknown address costs the same work. @returns its token */
export const enterWithPassword = async (
  deps: Deps,
  { mail: typed, password }: DeskParsed<'login'>['body'],
  from: DeskOrigin,
): Promise<string | Refusal> => {
  const mail = emailKey(typed)
  const row = await deps.read.staff.byMail(mail)
  // A locked account has an empty hash.
  const staff = row?.endedAt === null && row.passwordHash !== '' ? row : undefined
  const hash = from.device === null ? null : hashToken(from.device)
  const device = staff && hash !== null && (await deps.read.staff.isKnownDevice(staff.id, hash)) ? hash : null
  const limited = await deps.bus.use('login', `desk ${device ?? `${hashToken(mail)} ${from.address}`}`)
  if (limited) return limited
  const line = device === null ? 'unknown' : 'known'
  if (!deps.passwords.hasRoom(line)) return serverBusy()
  const counts = loginCounts(deps, { door: 'desk login', email: mail, address: from.address, device })
  const blocked = await beginAttempt(deps, counts)
  if (blocked) return blocked
  const fits = await deps.passwords.verify(staff?.passwordHash, password, line)
  if (fits === null) {
    await takeBackAttempt(deps, counts)
    return serverBusy()
  }
  if (!fits || !staff) return refuse('login_failed')
  return deps.write(async (tx) => {
    const current = await tx.staff.byId(staff.id)
    // A reset during the check has made this password wrong.
    if (current?.passwordHash !== staff.passwordHash || current.endedAt !== null) return refuse('login_failed')
    await forgiveAttempt(tx, counts)
    const [token, now] = [newToken(deps), deps.now()]
    await tx.staff.addSession({
      tokenHash: hashToken(token),
      staffId: staff.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + DESK_SESSION_MS,
      userAgent: from.userAgent.slice(0, USER_AGENT_MAX),
    })
    return token
  })
}

/** A stolen password does not let anybody guess codes: five wrong ones block the second step. */
const factorCounts = ({ id }: Pick<Entering, 'id'>): AttemptCount[] => [streak(`desk factor ${id}`)]

/** Checks a second factor under the limit of guesses. @param check answers whether it fits */
const checkFactor = async (
  deps: Deps,
  caller: Entering,
  wrong: 'code_wrong' | 'passkey_refused',
  check: (tx: Tx) => Promise<boolean> | boolean,
): Promise<DeskRefusal | Refusal | null> => {
  const counts = factorCounts(caller)
  const blocked = await beginAttempt(deps, counts)
  if (blocked) return blocked
  return deps.write(async (tx) => {
    if (!(await check(tx))) return refuseDesk(wrong)
    await forgiveAttempt(tx, counts)
    return null
  })
}

/** A mail to the colleague names the browser, in its language. */
export type Browser = { userAgent: string; language: Locale }

/** The tokens that a browser gets with its rights. */
export type Tokens = Browser & { device: string; session: string }

const tell = (
  tx: Tx,
  deps: Deps,
  { id, mail }: Entering | Staff,
  notice: StaffNotice,
  browser: Browser,
): Promise<void> => tellStaff(tx, deps, { id, mail, notice, device: browser.userAgent, language: browser.language })

/** Whether the session has no rights yet. */
export const isEntering = ({ state }: Pick<Entering, 'state'>): boolean =>
  state === 'second_factor' || state === 'enrol'

/**
 * Gives the session its rights, and makes the browser known to the account. The session gets a new token: somebody who
 * knew the token of the password step, or planted it, has no session now.
 */
const enter = async (tx: Tx, deps: Deps, caller: Entering, tokens: Tokens): Promise<void> => {
  const at = deps.now()
  if (!isEntering(caller)) return
  const { device, session } = tokens
  if (!(await tx.staff.isKnownDevice(caller.id, hashToken(device)))) await tell(tx, deps, caller, 'login', tokens)
  await tx.staff.setSession(caller.sessionHash, { tokenHash: hashToken(session), enteredAt: at, challenge: null })
  await tx.staff.knowDevice({ tokenHash: hashToken(device), staffId: caller.id, usedAt: at })
  await addOwnRow(tx, deps, caller, 'session.login')
}

export const enterWithCode = (deps: Deps, caller: Entering, code: string, tokens: Tokens) =>
  checkFactor(deps, caller, 'code_wrong', async (tx) => {
    const staff = await tx.staff.byId(caller.id)
    const secret = staff ? totpSecretOf(deps, staff) : null
    if (!staff || secret === null) return false
    const step = totpStep(secret, code, deps.now(), staff.totpStep)
    if (step === null) return false
    await tx.staff.change(staff.id, { totpStep: step })
    await enter(tx, deps, caller, tokens)
    return true
  })

/** @returns null if the account has no passkey */
export const passkeyQuestion = async (deps: Deps, caller: Entering) => {
  const passkeys = await deps.read.staff.passkeysOf(caller.id)
  if (passkeys.length === 0) return null
  const challenge = await newChallenge(deps, caller)
  return usageOptions(siteOfPasskeys(deps), challenge, passkeys)
}

const newChallenge = async (deps: Deps, caller: Entering): Promise<Uint8Array> => {
  const challenge = deps.random(CHALLENGE_BYTES)
  const text = Buffer.from(challenge).toString('base64url')
  await deps.write((tx) => tx.staff.setSession(caller.sessionHash, { challenge: text }))
  return challenge
}

/** Each challenge counts once, whatever the answer. */
const takeChallenge = (deps: Deps, caller: Entering): Promise<string | null> =>
  deps.write(async (tx) => {
    const row = await tx.staff.sessionByHash(caller.sessionHash)
    await tx.staff.setSession(caller.sessionHash, { challenge: null })
    return row?.session.challenge ?? null
  })

export const enterWithPasskey = async (
  deps: Deps,
  caller: Entering,
  response: { id: string },
  tokens: Tokens,
): Promise<DeskRefusal | Refusal | null> => {
  const challenge = await takeChallenge(deps, caller)
  const passkey = (await deps.read.staff.passkeysOf(caller.id)).find(({ id }) => id === response.id)
  const use =
    challenge === null || !passkey ? null : await usedPasskey(siteOfPasskeys(deps), challenge, passkey, response)
  return checkFactor(deps, caller, 'passkey_refused', async (tx) => {
    if (!passkey || use === null) return false
    await tx.staff.usePasskey(passkey.id, use.counter, deps.now())
    await enter(tx, deps, caller, tokens)
    return true
  })
}

/** A second factor is set up at the first login, or by somebody who is in: never with a password alone. */
const maySetUp = ({ state }: Entering): boolean => state !== 'second_factor'

export const beginTotp = async (
  deps: Deps,
  caller: Entering,
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
const setupOf = ({ sessionHash }: Entering): string => `setup ${sessionHash}`

export const confirmTotp = async (
  deps: Deps,
  caller: Entering,
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
    if (!isEntering(caller)) await tell(tx, deps, caller, 'factor', tokens)
    await enter(tx, deps, caller, tokens)
    return true
  })
}

/** A row of the audit about the caller's own account. */
const addOwnRow = async (
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id }: { id: number },
  act: OwnAct,
  { before = null, after = null }: { before?: Factor; after?: Factor } = {},
): Promise<void> => {
  await tx.audit.add({ staff: id, act, subject: { kind: 'staff', id }, before, after, reason: '', at: now() })
}

type OwnAct = 'session.login' | 'session.logout' | 'staff.add_factor' | 'staff.remove_factor' | 'staff.password'
type Factor = { factor: 'totp' | 'passkey' } | null

export const newPasskeyQuestion = async (deps: Deps, caller: Entering) => {
  if (!maySetUp(caller)) return refuseDesk('second_factor_required')
  const existing = await deps.read.staff.passkeysOf(caller.id)
  const challenge = await newChallenge(deps, caller)
  return creationOptions(siteOfPasskeys(deps), { id: `staff-${caller.id}`, name: caller.mail }, challenge, existing)
}

export const addPasskey = async (
  deps: Deps,
  caller: Entering,
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
    if (!isEntering(caller)) await tell(tx, deps, caller, 'factor', tokens)
    await enter(tx, deps, caller, tokens)
    return null
  })
}

export const removePasskey = (deps: Deps, caller: Staff, id: string, browser: Browser): Promise<DeskRefusal | null> =>
  deps.write(async (tx) => {
    const staff = await tx.staff.byId(caller.id)
    const passkeys = await tx.staff.passkeysOf(caller.id)
    if (!passkeys.some((passkey) => passkey.id === id)) return refuseDesk('not_found')
    if (passkeys.length === 1 && staff?.totpConfirmedAt === null) return refuseDesk('last_factor')
    await tx.staff.dropPasskey(caller.id, id)
    await addOwnRow(tx, deps, caller, 'staff.remove_factor', { before: { factor: 'passkey' } })
    await tell(tx, deps, caller, 'factor', browser)
    return null
  })

/** Sets a password of one's own, and ends the other sessions. */
export const setOwnPassword = async (
  deps: Deps,
  caller: Entering,
  { old_password, password }: DeskParsed<'password.set'>['body'],
  browser: Browser,
): Promise<DeskRefusal | Refusal | null> => {
  if (caller.state !== 'in' && caller.state !== 'new_password') return refuseDesk('second_factor_required')
  const staff = await deps.read.staff.byId(caller.id)
  if (!staff) return refuseDesk('staff_login_required')
  const counts = [streak(`desk password ${caller.id} ${caller.sessionHash}`)]
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
    if (caller.state === 'in') await tell(tx, deps, caller, 'password', browser)
    return null
  })
}

export const leave = (deps: Deps, caller: Entering): Promise<void> =>
  deps.write(async (tx) => {
    await tx.staff.setSession(caller.sessionHash, { endedAt: deps.now() })
    if (caller.state === 'in') await addOwnRow(tx, deps, caller, 'session.logout')
  })
