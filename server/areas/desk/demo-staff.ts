/** The staff of a demo, one for each kind of work; their second factor is shown on the login screen [DESK-1]. */
import type { StaffRole } from '#contract/desk/roles.ts'
import { totpSecret } from '../../adapters/totp.ts'
import type { Deps } from '../../deps.ts'
import { sealedTotp } from './totp-secrets.ts'

export const DEMO_STAFF_MAIL = 'desk@demo.test'

const DEMO_STAFF: readonly { mail: string; name: string; role: StaffRole }[] = [
  { mail: DEMO_STAFF_MAIL, name: 'Orla Brennan', role: 'owner' },
  { mail: 'sinead@demo.test', name: 'Sinéad Walsh', role: 'support' },
  { mail: 'jonas@demo.test', name: 'Jonas Keller', role: 'moderator' },
  { mail: 'marek@demo.test', name: 'Marek Nowak', role: 'finance' },
]

export const isDemoStaff = (mail: string): boolean => DEMO_STAFF.some((one) => one.mail === mail)

/** Adds the accounts that are missing; a second start changes nothing. @param password of the demo, for all of them */
export const addDemoStaff = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'random' | 'passwords' | 'staffSecrets'>,
  password: string,
): Promise<void> => {
  if (await deps.read.staff.byMail(DEMO_STAFF_MAIL)) return
  const passwordHash = await deps.passwords.hash(password, 'known')
  if (passwordHash === null) return
  await deps.write(async (tx) => {
    for (const account of DEMO_STAFF) {
      if (await tx.staff.byMail(account.mail)) continue
      const id = await tx.staff.add({
        ...account,
        passwordHash,
        mustChangePassword: false,
        createdAt: deps.now(),
      })
      const secret = sealedTotp(deps, id, totpSecret(deps.random(20)))
      await tx.staff.change(id, { totpSecret: secret, totpConfirmedAt: deps.now() })
      await tx.audit.add({
        staff: null,
        act: 'staff.add',
        subject: { kind: 'staff', id },
        after: { role: account.role },
        reason: 'demo',
        at: deps.now(),
      })
    }
  })
}
