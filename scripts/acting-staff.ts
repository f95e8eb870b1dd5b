/** Finds the member of staff in whose name a command acts [DESK-3]: `--as MAIL`, or DESK_STAFF in the environment. */
import type { DeskCallers } from '../contract/desk/call.ts'
import { emailKey } from '../server/areas/account/email-key.ts'
import { DEMO_STAFF_MAIL } from '../server/areas/desk/demo-staff.ts'
import type { Queries } from '../server/db/queries.ts'
import type { Env } from '../server/env.ts'
import { NotACommand } from './cli.ts'

type ActingStaff = { id: number; name: string }

/**
 * A shell on the server is not asked for a password: whoever has it could read the database as well. The name is for
 * the audit, and the role prevents mistakes.
 *
 * @param as the mail after `--as`
 * @param roles the callers of the same call in the desk's table
 * @returns null only while the site has no staff yet
 * @throws NotACommand that says whose name is missing or wrong
 */
export const actingStaff = async (
  { read, env }: { read: Pick<Queries, 'staff'>; env: Pick<Env, 'DESK_STAFF'> },
  as: string | undefined,
  roles: DeskCallers,
): Promise<ActingStaff | null> => {
  const open = (await read.staff.list()).map(({ staff }) => staff).filter(({ endedAt }) => endedAt === null)
  if (open.length === 0) return null
  const mail = as ?? env.DESK_STAFF
  const found = open.find((staff) => staff.mail === (mail === undefined ? DEMO_STAFF_MAIL : emailKey(mail)))
  if (!found && (mail === undefined || mail === ''))
    throw new NotACommand('In whose name? Add --as MAIL, your staff account, or set DESK_STAFF.')
  if (!found) throw new NotACommand(`There is no open staff account ${mail ?? ''}.`)
  if (typeof roles !== 'string' && !roles.includes(found.role))
    throw new NotACommand(`${found.name} has the role ${found.role}; this needs ${roles.join(' or ')}.`)
  return { id: found.id, name: found.name }
}
