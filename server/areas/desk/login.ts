/** The login of staff [DESK-1]: password, then a second factor. `second-factors.ts` has the setup of the first login. */
import type { DeskParsed } from '#contract/desk/calls.ts'
import type { Locale } from '#contract/locales.ts'
import { usageOptions, usedPasskey, type PasskeySite } from '../../adapters/passkeys.ts'
import { totpStep } from '../../adapters/totp.ts'
import type { Deps, Tx } from '../../deps.ts'
import { deskUrl } from '../../env.ts'
import { hashToken } from '../../http/caller.ts'
import { DESK_SESSION_MS, type EnteringStaff, type Staff } from '../../http/desk-caller.ts'
import { type DeskRefusal, type Refusal, refuse, refuseDesk } from '../../http/reply.ts'
import {
  beginAttempt,
  forgiveAttempt,
  loginCounts,
  failureStreak,
  takeBackAttempt,
  type AttemptCount,
} from '../account/attempts.ts'
import { USER_AGENT_MAX } from '../account/device-of.ts'
import { emailKey } from '../account/email-key.ts'
import { serverBusy } from '../account/login.ts'
import { newToken } from '../account/session.ts'
import { notifyStaff, type StaffNotice } from './lock-link.ts'
import { totpSecretOf } from './totp-secrets.ts'

type DeskOrigin = {
  userAgent: string
  /** As `addressOf` returns it. */
  address: string
  /** The token of the browser's device cookie. */
  device: string | null
}

const CHALLENGE_BYTES = 32

export const siteOfPasskeys = ({ env, settings }: Pick<Deps, 'env' | 'settings'>): PasskeySite => ({
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
const factorCounts = ({ id }: Pick<EnteringStaff, 'id'>): AttemptCount[] => [failureStreak(`desk factor ${id}`)]

/** Checks a second factor under the limit of guesses. @param check answers whether it fits */
export const checkFactor = async (
  deps: Deps,
  caller: EnteringStaff,
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

export const notifyOfAct = (
  tx: Tx,
  deps: Deps,
  { id, mail }: EnteringStaff | Staff,
  notice: StaffNotice,
  browser: Browser,
): Promise<void> => notifyStaff(tx, deps, { id, mail, notice, device: browser.userAgent, language: browser.language })

/** Whether the session has no rights yet. */
export const isEntering = ({ state }: Pick<EnteringStaff, 'state'>): boolean =>
  state === 'second_factor' || state === 'enrol'

/**
 * Gives the session its rights, and makes the browser known to the account. The session gets a new token: somebody who
 * knew the token of the password step, or planted it, has no session now.
 */
export const enter = async (tx: Tx, deps: Deps, caller: EnteringStaff, tokens: Tokens): Promise<void> => {
  const at = deps.now()
  if (!isEntering(caller)) return
  const { device, session } = tokens
  if (!(await tx.staff.isKnownDevice(caller.id, hashToken(device))))
    await notifyOfAct(tx, deps, caller, 'login', tokens)
  await tx.staff.setSession(caller.sessionHash, { tokenHash: hashToken(session), enteredAt: at, challenge: null })
  await tx.staff.knowDevice({ tokenHash: hashToken(device), staffId: caller.id, usedAt: at })
  await addOwnRow(tx, deps, caller, 'session.login')
}

export const enterWithCode = (deps: Deps, caller: EnteringStaff, code: string, tokens: Tokens) =>
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
export const passkeyQuestion = async (deps: Deps, caller: EnteringStaff) => {
  const passkeys = await deps.read.staff.passkeysOf(caller.id)
  if (passkeys.length === 0) return null
  const challenge = await newDeskChallenge(deps, caller)
  return usageOptions(siteOfPasskeys(deps), challenge, passkeys)
}

export const newDeskChallenge = async (deps: Deps, caller: EnteringStaff): Promise<Uint8Array> => {
  const challenge = deps.random(CHALLENGE_BYTES)
  const text = Buffer.from(challenge).toString('base64url')
  await deps.write((tx) => tx.staff.setSession(caller.sessionHash, { challenge: text }))
  return challenge
}

/** Each challenge counts once, whatever the answer. */
export const takeChallenge = (deps: Deps, caller: EnteringStaff): Promise<string | null> =>
  deps.write(async (tx) => {
    const row = await tx.staff.sessionByHash(caller.sessionHash)
    await tx.staff.setSession(caller.sessionHash, { challenge: null })
    return row?.session.challenge ?? null
  })

export const enterWithPasskey = async (
  deps: Deps,
  caller: EnteringStaff,
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

/** A row of the audit about the caller's own account. */
export const addOwnRow = async (
  tx: Tx,
  { now }: Pick<Deps, 'now'>,
  { id }: { id: number },
  act: OwnAct,
  change: { before?: Factor; after?: Factor } = {},
): Promise<void> => {
  await tx.audit.add({ staff: id, act, subject: { kind: 'staff', id }, ...change, at: now() })
}

type OwnAct = 'session.login' | 'session.logout' | 'staff.add_factor' | 'staff.remove_factor' | 'staff.password'
type Factor = { factor: 'totp' | 'passkey' }

export const leave = (deps: Deps, caller: EnteringStaff): Promise<void> =>
  deps.write(async (tx) => {
    await tx.staff.setSession(caller.sessionHash, { endedAt: deps.now() })
    if (caller.state === 'in') await addOwnRow(tx, deps, caller, 'session.logout')
  })
