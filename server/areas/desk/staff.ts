/** Staff accounts [DESK-1]: owners add them, change their role, end and recover them. `npm run staff` uses the same. */
import type { StaffRole } from '#contract/desk/roles.ts'
import type { DeskSession, StaffMember, StaffSelf } from '#contract/desk/staff.ts'
import { totpCode } from '../../adapters/totp.ts'
import type { Deps, Tx } from '../../deps.ts'
import { DESK_IDLE_MS, type Actor, type EnteringStaff } from '../../http/desk-caller.ts'
import { type DeskRefusal, type Refusal, refuseDesk } from '../../http/reply.ts'
import { endBlocks } from '../account/attempts.ts'
import { emailKey } from '../account/email-key.ts'
import { serverBusy } from '../account/login.ts'
import { isDemoStaff } from './demo-staff.ts'
import type { StaffPasskeyRow, StaffRow } from './staff-queries.ts'
import { totpSecretOf } from './totp-secrets.ts'

/** 120 random bits, in groups that can be read aloud. */
const firstPassword = ({ random }: Pick<Deps, 'random'>): string =>
  (Buffer.from(random(15)).toString('hex').match(/.{6}/g) ?? []).join('-')

/** @returns the new account's id, and its first password, which is not stored */
export const addStaff = async (
  deps: Deps,
  actor: Actor | null,
  { mail: typed, name, role, reason }: { mail: string; name: string; role: StaffRole; reason: string },
): Promise<{ id: number; password: string } | DeskRefusal | Refusal> => {
  const mail = emailKey(typed)
  const password = firstPassword(deps)
  const passwordHash = await deps.passwords.hash(password, 'known')
  if (passwordHash === null) return serverBusy()
  return deps.write(async (tx) => {
    if ((await tx.staff.byMail(mail))?.endedAt === null) return refuseDesk('mail_taken')
    const id = await tx.staff.add({ mail, name, role, passwordHash, createdAt: deps.now() })
    await addAuditRow(tx, deps, { actor, act: 'staff.add', id, after: { role }, reason })
    return { id, password }
  })
}

type AuditRow = {
  actor: Actor | null
  act: 'staff.add' | 'staff.role' | 'staff.end' | 'staff.reset'
  /** The account that the act changes. */
  id: number
  before?: { role: StaffRole }
  after?: { role: StaffRole }
  reason: string
}

const addAuditRow = async (tx: Tx, { now }: Pick<Deps, 'now'>, { actor, id, ...row }: AuditRow): Promise<void> => {
  await tx.audit.add({ staff: actor?.id ?? null, subject: { kind: 'staff', id }, ...row, at: now() })
}

const isLastOwner = async (tx: Tx, { role }: StaffRow): Promise<boolean> =>
  role === 'owner' && (await tx.staff.openOwners()) === 1

export const setStaffRole = (
  deps: Deps,
  actor: Actor | null,
  id: number,
  { role, reason }: { role: StaffRole; reason: string },
): Promise<DeskRefusal | null> =>
  deps.write(async (tx) => {
    const staff = await openStaff(tx, id)
    if (!staff) return refuseDesk('not_found')
    if (staff.role === role) return null
    if (await isLastOwner(tx, staff)) return refuseDesk('last_owner')
    await tx.staff.change(id, { role })
    await addAuditRow(tx, deps, { actor, act: 'staff.role', id, before: { role: staff.role }, after: { role }, reason })
    return null
  })

const openStaff = async (tx: Tx, id: number): Promise<StaffRow | undefined> => {
  const staff = await tx.staff.byId(id)
  return staff?.endedAt === null ? staff : undefined
}

export const endStaff = (deps: Deps, actor: Actor | null, id: number, reason: string): Promise<DeskRefusal | null> =>
  deps.write(async (tx) => {
    const staff = await openStaff(tx, id)
    if (!staff) return refuseDesk('not_found')
    if (await isLastOwner(tx, staff)) return refuseDesk('last_owner')
    // Neither the password nor a second factor can be used again.
    await tx.staff.change(id, { endedAt: deps.now(), passwordHash: '', totpSecret: null, totpConfirmedAt: null })
    await forgetAccess(tx, deps, id)
    await addAuditRow(tx, deps, { actor, act: 'staff.end', id, before: { role: staff.role }, reason })
    return null
  })

/** Ends all sessions, and removes passkeys and known devices. */
export const forgetAccess = async (tx: Tx, { now }: Pick<Deps, 'now'>, id: number): Promise<void> => {
  await tx.staff.endSessions(id, null, now())
  await tx.staff.dropPasskeys(id)
  await tx.staff.forgetDevices(id)
}

/** Recovery of a lost password or second factor: the account begins again with a first password. */
export const resetStaff = async (
  deps: Deps,
  actor: Actor | null,
  id: number,
  reason: string,
): Promise<{ password: string } | DeskRefusal | Refusal> => {
  const password = firstPassword(deps)
  const passwordHash = await deps.passwords.hash(password, 'known')
  if (passwordHash === null) return serverBusy()
  return deps.write(async (tx) => {
    const staff = await openStaff(tx, id)
    if (!staff) return refuseDesk('not_found')
    await tx.staff.change(id, { passwordHash, mustChangePassword: true, totpSecret: null, totpConfirmedAt: null })
    await forgetAccess(tx, deps, id)
    await endBlocks(tx, 'desk login', staff.mail)
    await addAuditRow(tx, deps, { actor, act: 'staff.reset', id, reason })
    return { password }
  })
}

type ListedStaff = { staff: StaffRow; seenAt: number | null; passkeys: number }

export const staffMemberOf = ({ staff, seenAt, passkeys }: ListedStaff): StaffMember => ({
  id: staff.id,
  mail: staff.mail,
  name: staff.name,
  role: staff.role,
  factors: factorsOf(staff, passkeys),
  created_at: staff.createdAt,
  seen_at: seenAt,
  ended_at: staff.endedAt,
})

const factorsOf = (staff: StaffRow, passkeys: number): ('passkey' | 'totp')[] => [
  ...(passkeys > 0 ? ['passkey' as const] : []),
  ...(staff.totpConfirmedAt === null ? [] : ['totp' as const]),
]

const selfOf = (staff: StaffRow, passkeys: readonly StaffPasskeyRow[]): StaffSelf => ({
  id: staff.id,
  mail: staff.mail,
  name: staff.name,
  role: staff.role,
  passkeys: passkeys.map(({ id, name, createdAt, usedAt }) => ({ id, name, created_at: createdAt, used_at: usedAt })),
  has_totp: staff.totpConfirmedAt !== null,
})

/** The step of the login that the caller has reached. */
export const deskSessionOf = async (
  { read, now, env, staffSecrets }: Pick<Deps, 'read' | 'now' | 'env' | 'staffSecrets'>,
  caller: EnteringStaff | null,
): Promise<DeskSession> => {
  const row = caller === null ? undefined : await read.staff.byId(caller.id)
  if (caller === null || !row) return { state: 'out' }
  const passkeys = await read.staff.passkeysOf(row.id)
  const staff = selfOf(row, passkeys)
  switch (caller.state) {
    case 'enrol':
    case 'new_password':
      return { state: caller.state, staff }
    case 'in':
      return { state: 'in', staff, expires_at: caller.expiresAt, idle_ms: DESK_IDLE_MS }
    case 'second_factor': {
      const last = await read.staff.loginBefore(row.id, caller.sessionHash)
      const secret = env.MODE === 'demo' && isDemoStaff(row.mail) ? totpSecretOf({ staffSecrets }, row) : null
      return {
        state: 'second_factor',
        staff,
        factors: factorsOf(row, passkeys.length),
        last_login: last?.at ? { at: last.at, user_agent: last.userAgent } : null,
        ...(secret === null ? {} : { demo_code: totpCode(secret, now()) }),
      }
    }
  }
}
