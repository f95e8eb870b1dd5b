/**
 * Passkeys of members [ACC-20]: made at signup, in the settings or with a reset link, and used to log in or to prove that
 * the member is here. Each domain of the site has its own, since browsers bind a passkey to a host [SITE-15].
 */
import type { CallAnswer, CallParsed } from '#contract/calls.ts'
import type { PasskeyAnswer } from '#contract/entities/passkey.ts'
import { PASSKEYS_MAX } from '#contract/limits.ts'
import {
  createdPasskey,
  creationOptions,
  rpIdOf,
  usageOptions,
  usedPasskey,
  type CreatedPasskey,
  type PasskeySite,
} from '../../adapters/passkeys.ts'
import type { Deps, Tx } from '../../deps.ts'
import { publicUrl } from '../../env.ts'
import { hashToken, type Caller } from '../../http/caller.ts'
import { refuse, type Refusal } from '../../http/reply.ts'
import { newChallenge, openChallenge, useChallenge, type OpenChallenge } from './challenges.ts'
import { deviceOf } from './device-of.ts'
import type { PasskeyRow } from './passkey-queries.ts'
import { beginSession, noticeOfLogin, type NewLogin, type Origin } from './session.ts'

type Options = CallAnswer<'passkeys.options'>
/** A proof that the caller is the account's owner: the password, or an answer of a passkey. */
export type OwnerProof = Pick<CallParsed<'user.delete'>['body'], 'password' | 'passkey'>

/** A new passkey that the browser made for us, with its challenge, which is still to be used up. */
export type NewPasskey = CreatedPasskey & { rpId: string; userHandle: string; challenge: OpenChallenge }

const siteOf = ({ env, settings }: Pick<Deps, 'env' | 'settings'>): PasskeySite => ({
  name: settings().name,
  origin: publicUrl(env),
})

/** Each challenge serves one act, in one session or for one link. */
const purposes = {
  login: (): string => 'login',
  signup: (): string => 'signup',
  reset: (token: string): string => `reset ${hashToken(token)}`,
  prove: ({ sessionHash }: Pick<Caller, 'sessionHash'>): string => `prove ${sessionHash}`,
  add: ({ sessionHash }: Pick<Caller, 'sessionHash'>, quiet?: true): string =>
    `${quiet ? 'add quietly' : 'add'} ${sessionHash}`,
}

const boundTo = (site: PasskeySite, purpose: string): string => `passkey ${rpIdOf(site)} ${purpose}`

/** @returns null if the answer has no challenge of ours for this purpose */
const challengeIn = (deps: Deps, purpose: string, { response }: PasskeyAnswer): OpenChallenge | null => {
  try {
    const client: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const challenge = typeof client === 'object' && client !== null && 'challenge' in client ? client.challenge : null
    return typeof challenge === 'string' ? openChallenge(deps, boundTo(siteOf(deps), purpose), challenge) : null
  } catch {
    return null
  }
}

/**
 * A random name for the account in the authenticator. The signed challenge brings it back, so nothing is stored in
 * between.
 */
const handleFrom = (challenge: string): string => hashToken(`handle ${challenge}`).slice(0, 22)

/** The options for a login name no account, so they tell nobody whether an account has passkeys. */
export const visitorOptions = async (
  deps: Deps,
  body: CallParsed<'passkeys.options'>['body'],
): Promise<Options | Refusal> => {
  const site = siteOf(deps)
  if (body.for === 'login') return usageOptions(site, newChallenge(deps, boundTo(site, purposes.login())), [])
  if (body.for === 'signup') return optionsForNew(deps, purposes.signup(), { name: body.email, shown: body.name }, [])
  const link = await deps.read.account.resetToken(hashToken(body.token), deps.now())
  const own = link?.usedAt === null ? await deps.read.account.own(link.member) : undefined
  if (!own) return refuse('link_invalid')
  return optionsForNew(deps, purposes.reset(body.token), { name: own.user.email, shown: own.profile.name }, [])
}

/** @param existing the authenticator makes no second passkey beside these */
const optionsForNew = async (
  deps: Deps,
  purpose: string,
  account: { name: string; shown: string },
  existing: readonly PasskeyRow[],
  quiet?: true,
): Promise<Options> => {
  const site = siteOf(deps)
  const challenge = newChallenge(deps, boundTo(site, purpose))
  const id = existing[0]?.userHandle ?? handleFrom(Buffer.from(challenge).toString('base64url'))
  return creationOptions(site, { account: { id, ...account }, challenge, existing, residentKey: 'required', quiet })
}

/** Checks the browser's answer. @returns null if it does not fit; the caller then uses up the challenge in its transaction */
const newPasskey = async (
  deps: Deps,
  purpose: string,
  answer: PasskeyAnswer,
  quiet?: true,
): Promise<NewPasskey | null> => {
  const challenge = challengeIn(deps, purpose, answer)
  const made = challenge && (await createdPasskey(siteOf(deps), challenge.text, answer, quiet))
  if (!made) return null
  return { ...made, rpId: rpIdOf(siteOf(deps)), userHandle: handleFrom(challenge.text), challenge }
}

export const passkeyOfSignup = (deps: Deps, answer: PasskeyAnswer): Promise<NewPasskey | null> =>
  newPasskey(deps, purposes.signup(), answer)

export const passkeyOfReset = (deps: Deps, token: string, answer: PasskeyAnswer): Promise<NewPasskey | null> =>
  newPasskey(deps, purposes.reset(token), answer)

/** Uses up the challenge. @returns false if it was used before, or an account has this passkey already: then refuse */
export const isStillNew = async (tx: Tx, { challenge, id }: NewPasskey): Promise<boolean> =>
  (await useChallenge(tx, challenge)) && (await tx.account.passkey(id)) === undefined

/** After `isStillNew`. */
export const storePasskey = async (
  tx: Tx,
  member: number,
  passkey: NewPasskey,
  { name, now }: { name: string; now: number },
): Promise<void> => {
  const { id, rpId, userHandle, publicKey, counter, backedUp } = passkey
  const transports = [...passkey.transports]
  const row = { id, rpId, userHandle, publicKey, counter, transports, backedUp, name, createdAt: now, usedAt: null }
  await tx.account.addPasskey({ ...row, userId: member })
}

/** A name for a passkey whose member chose none: browser and system, which read the same in every language. */
export const passkeyNameOf = (userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter(Boolean).join(', ') || 'Passkey'
}

/** Logs in. A signature cannot be guessed, so only the number of attempts of a network is limited. */
export const logInWithPasskey = async (
  deps: Deps,
  answer: PasskeyAnswer,
  from: Origin,
): Promise<NewLogin | Refusal> => {
  const challenge = challengeIn(deps, purposes.login(), answer)
  if (!challenge) return refuse('passkey_refused')
  const passkey = await ownPasskey(deps, answer)
  if (!passkey) return refuse('passkey_unknown')
  const use = await usedPasskey(siteOf(deps), challenge.text, passkey, answer)
  if (!use || !namesAccount(answer, passkey)) return refuse('passkey_refused')
  return deps.write(async (tx) => {
    if (!(await useChallenge(tx, challenge))) return refuse('passkey_refused')
    // A reset or a removal may have deleted the passkey in between.
    const current = await tx.account.passkey(passkey.id)
    const user = current && (await tx.account.userById(current.userId))
    if (!user || user.status === 'deleted') return refuse('passkey_unknown')
    if (user.status === 'deleting') return refuse('email_being_deleted')
    await tx.account.passkeyUsed(passkey.id, { ...use, usedAt: deps.now() })
    tx.happened('logged_in')
    return beginSession(tx, deps, user.id, from, await noticeOfLogin(tx, user.id, from, deps.now()))
  })
}

/** The passkey with the answer's id, if the browser made it for this domain. */
const ownPasskey = async (deps: Deps, { id }: PasskeyAnswer): Promise<PasskeyRow | undefined> => {
  const found = await deps.read.account.passkey(id)
  return found?.rpId === rpIdOf(siteOf(deps)) ? found : undefined
}

/** WebAuthn level 3: the account named by the authenticator must be the passkey's. */
const namesAccount = ({ response }: PasskeyAnswer, { userHandle }: PasskeyRow): boolean => {
  const named = response['userHandle']
  return typeof named !== 'string' || Buffer.from(named, 'base64url').toString() === userHandle
}

/** Whether one of the caller's passkeys gave this answer, in this session, just now. */
export const provesByPasskey = async (deps: Deps, caller: Caller, answer: PasskeyAnswer): Promise<boolean> => {
  const challenge = challengeIn(deps, purposes.prove(caller), answer)
  const passkey = await ownPasskey(deps, answer)
  if (!challenge || passkey?.userId !== caller.id) return false
  const use = await usedPasskey(siteOf(deps), challenge.text, passkey, answer)
  if (!use) return false
  return deps.write(async (tx) => {
    if (!(await useChallenge(tx, challenge)) || !(await tx.account.passkey(passkey.id))) return false
    await tx.account.passkeyUsed(passkey.id, { ...use, usedAt: deps.now() })
    return true
  })
}

export const loginWays = async ({ read }: Pick<Deps, 'read'>, member: number): Promise<CallAnswer<'passkeys.list'>> => {
  const user = await read.account.userById(member)
  return {
    has_password: (user?.passwordHash ?? '') !== '',
    passkeys: (await read.account.passkeysOf(member)).map(({ id, name, createdAt, usedAt, backedUp }) => ({
      id,
      name,
      created_at: createdAt,
      used_at: usedAt,
      backed_up: backedUp,
    })),
  }
}

/** @param prove checks the proof that adding a passkey needs */
export const ownOptions = async (
  deps: Deps,
  caller: Caller,
  body: CallParsed<'passkeys.own_options'>['body'],
  prove: (proof: OwnerProof) => Promise<Refusal | null>,
): Promise<Options | Refusal> => {
  const site = siteOf(deps)
  const here = (await deps.read.account.passkeysOf(caller.id)).filter(({ rpId }) => rpId === rpIdOf(site))
  if (body.for === 'prove') {
    if (here.length === 0) return refuse('not_found')
    return usageOptions(site, newChallenge(deps, boundTo(site, purposes.prove(caller))), here)
  }
  if (here.length >= PASSKEYS_MAX) return refuse('passkey_limit')
  const refusal = await prove(body)
  if (refusal) return refusal
  const own = await deps.read.account.own(caller.id)
  if (!own) return refuse('authentication_required')
  return optionsForNew(
    deps,
    purposes.add(caller, body.quiet),
    { name: own.user.email, shown: own.profile.name },
    here,
    body.quiet,
  )
}

/** The challenge proves that the request is recent. A mail notifies the member of the new passkey. */
export const addPasskey = async (
  deps: Deps,
  caller: Caller,
  { passkey: answer, name, quiet }: CallParsed<'passkeys.add'>['body'] & { name: string },
): Promise<CallAnswer<'passkeys.list'> | Refusal> => {
  const made = await newPasskey(deps, purposes.add(caller, quiet), answer, quiet)
  if (!made) return refuse('passkey_refused')
  const refusal = await deps.write(async (tx) => {
    const now = deps.now()
    const existing = await tx.account.passkeysOf(caller.id)
    if (existing.length >= PASSKEYS_MAX) return refuse('passkey_limit')
    const userHandle = existing.find(({ rpId }) => rpId === made.rpId)?.userHandle ?? made.userHandle
    if (!(await isStillNew(tx, made))) return refuse('passkey_refused')
    await storePasskey(tx, caller.id, { ...made, userHandle }, { name, now })
    await noticeOfPasskey(tx, caller.id, now)
    return null
  })
  return refusal ?? loginWays(deps, caller.id)
}

export const noticeOfPasskey = async (tx: Tx, member: number, at: number): Promise<void> => {
  await tx.jobs.add({ kind: 'mail.passkey_notice', payload: { member, at } }, at)
}

export const renamePasskey = async (
  deps: Deps,
  member: number,
  id: string,
  name: string,
): Promise<CallAnswer<'passkeys.list'> | Refusal> => {
  const isFound = await deps.write((tx) => tx.account.namePasskey(member, id, name))
  return isFound ? loginWays(deps, member) : refuse('not_found')
}

/** The caller has proven to be the member. */
export const removePasskey = (deps: Deps, member: number, id: string): Promise<Refusal | Record<string, never>> =>
  deps.write(async (tx) => {
    const all = await tx.account.passkeysOf(member)
    if (!all.some((passkey) => passkey.id === id)) return refuse('not_found')
    const user = await tx.account.userById(member)
    if (all.length === 1 && user?.passwordHash === '') return refuse('last_way_in')
    await tx.account.dropPasskey(member, id)
    return {}
  })
