/** Carries out a command for staff, with the use cases of the desk. */
import type { AuditCheck } from '../../contract/desk/entities/audit.ts'
import { deskCallOf } from '../../contract/desk/calls.ts'
import { checkAudit } from '../../server/areas/desk/audit.ts'
import { addStaff, endStaff, resetStaff, setStaffRole } from '../../server/areas/desk/staff.ts'
import { staffMemberOf } from '../../server/areas/desk/staff-view.ts'
import { emailKey } from '../../server/areas/account/email-key.ts'
import type { Deps } from '../../server/deps.ts'
import { isDeskRefusal, type DeskRefusal } from '../../server/http/desk-reply.ts'
import { isRefusal, type Refusal } from '../../server/http/reply.ts'
import { actingStaff } from '../acting-staff.ts'
import { NotACommand } from '../cli.ts'
import { HELP, type Command } from './command.ts'

/** @throws NotACommand if nothing was done */
export const runStaff = async (deps: Deps, command: Command): Promise<string> => {
  const { as, reason } = command
  switch (command.do) {
    case 'help':
      return HELP
    case 'list':
      return list(deps)
    case 'add': {
      const actor = await actingStaff(deps, as, deskCallOf('staff.add').roles)
      if (actor === null && command.role !== 'owner') throw new NotACommand('The first account must be an owner.')
      const { password } = done(await addStaff(deps, actor, { ...command, reason }))
      return firstPasswordText(command.mail, password)
    }
    case 'role': {
      const actor = await actingStaff(deps, as, deskCallOf('staff.role').roles)
      done(await setStaffRole(deps, actor, await idOf(deps, command.mail), { role: command.role, reason }))
      return `${command.mail} has the role ${command.role}.`
    }
    case 'end': {
      const actor = await actingStaff(deps, as, deskCallOf('staff.end').roles)
      done(await endStaff(deps, actor, await idOf(deps, command.mail), reason))
      return `${command.mail} can no longer log in, and all sessions have ended.`
    }
    case 'reset': {
      const actor = await actingStaff(deps, as, deskCallOf('staff.reset').roles)
      const { password } = done(await resetStaff(deps, actor, await idOf(deps, command.mail), reason))
      return firstPasswordText(command.mail, password)
    }
    case 'audit check': {
      const actor = await actingStaff(deps, as, deskCallOf('audit.check').roles)
      const check = await checkAudit(deps, actor)
      const text = brokenText(check)
      if (text !== null) throw new BrokenAudit(text)
      const { known } = command
      const [row] = known === null ? [] : await deps.read.audit.rowsAfter(known.id - 1, 1)
      if (known !== null && (row?.id !== known.id || row.hash !== known.hash))
        throw new BrokenAudit(`Row ${known.id} is not the one that was checked before: the audit was written anew.`)
      return `The audit is intact: ${check.rows} rows. Keep this elsewhere, to compare it next time:\n${check.rows} ${check.newest_hash}`
    }
  }
}

/** Somebody has changed the audit past the desk. */
export class BrokenAudit extends Error {}

const brokenText = ({ rows, broken }: AuditCheck): string | null => {
  if (broken === null) return null
  const fault = { gap: 'is missing', chain: 'does not follow the row before it', content: 'was changed' }[broken.fault]
  return `The audit is broken: row ${broken.id} ${fault}. The ${rows} rows before it are intact.`
}

const REFUSALS: Partial<Record<string, string>> = {
  mail_taken: 'This address has an account already.',
  last_owner: 'This is the last owner: add another owner first.',
  not_found: 'This account has ended already.',
}

const done = <Result>(result: Result | DeskRefusal | Refusal): Result => {
  if (!isDeskRefusal(result) && !isRefusal(result)) return result
  const { error } = result.body
  throw new NotACommand(REFUSALS[error] ?? `Refused: ${error}.`)
}

const idOf = async ({ read }: Pick<Deps, 'read'>, mail: string): Promise<number> => {
  const row = await read.staff.byMail(emailKey(mail))
  if (!row) throw new NotACommand(`There is no staff account ${mail}.`)
  return row.id
}

const firstPasswordText = (mail: string, password: string): string =>
  `First password of ${mail}, shown only now: ${password}\nThe first login asks for a second factor and another password.`

const list = async ({ read }: Pick<Deps, 'read'>): Promise<string> => {
  const rows = (await read.staff.list()).map(staffMemberOf)
  if (rows.length === 0) return 'There is no staff yet: npm run staff -- add MAIL owner NAME'
  return rows
    .map(({ mail, name, role, factors, seen_at, ended_at }) =>
      [
        mail,
        name,
        role,
        factors.length === 0 ? 'no second factor yet' : factors.join('+'),
        seen_at === null ? 'never logged in' : `used ${new Date(seen_at).toISOString()}`,
        ...(ended_at === null ? [] : [`ended ${new Date(ended_at).toISOString()}`]),
      ].join('  '),
    )
    .join('\n')
}
