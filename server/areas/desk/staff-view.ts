/** Rows of staff to the contract's entities. */
import type { DeskSession, StaffMember, StaffSelf } from '#contract/desk/entities/staff.ts'
import { totpCode } from '../../adapters/totp.ts'
import type { Deps } from '../../deps.ts'
import { DESK_IDLE_MS, type Entering } from '../../http/desk-caller.ts'
import { isDemoStaff } from './demo-staff.ts'
import { totpSecretOf } from './totp-secrets.ts'
import type { PasskeyRow, StaffRow } from './staff-queries.ts'

type Listed = { staff: StaffRow; seenAt: number | null; passkeys: number }

export const staffMemberOf = ({ staff, seenAt, passkeys }: Listed): StaffMember => ({
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

const selfOf = (staff: StaffRow, passkeys: readonly PasskeyRow[]): StaffSelf => ({
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
  caller: Entering | null,
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
