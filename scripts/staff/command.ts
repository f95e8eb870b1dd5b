/** The commands for staff, the words after `npm run staff --`: parses them and carries them out, with the use cases of the desk. */
import { STAFF_ROLES, type StaffRole } from '#contract/desk/roles.ts'
import { PlainError } from '../../server/plain-error.ts'
import { commandLine, noMoreWords, NotACommand, oneOf } from '../cli.ts'
import type { AuditCheck } from '#contract/desk/audit.ts'
import { deskCallOf } from '#contract/desk/calls.ts'
import { checkAudit } from '../../server/areas/desk/audit.ts'
import { addStaff, endStaff, resetStaff, setStaffRole, staffMemberOf } from '../../server/areas/desk/staff.ts'
import { emailKey } from '../../server/areas/account/email-key.ts'
import type { Deps } from '../../server/deps.ts'
import { type DeskRefusal, isDeskRefusal, isRefusal, type Refusal } from '../../server/http/reply.ts'
import { actingStaff } from '../acting-staff.ts'

export type Command = { as: string | undefined; reason: string } & (
  | { do: 'list' }
  | { do: 'add'; mail: string; role: StaffRole; name: string }
  | { do: 'role'; mail: string; role: StaffRole }
  | { do: 'end' | 'reset'; mail: string }
  | { do: 'audit check'; known: { id: number; hash: string } | null }
)

export const HELP = `npm run staff                                 every account, with role, second factors and last use
npm run staff -- add MAIL ROLE NAME           adds an account and shows its first password once
npm run staff -- role MAIL ROLE               gives another role
npm run staff -- end MAIL                     ends the account and its sessions; its name stays in the audit
npm run staff -- reset MAIL                   for a lost password or second factor: a new first password
npm run staff -- audit check [ROW HASH]       checks the whole audit; ROW and HASH are from an earlier check
… --as MAIL                                   the staff account that acts; else DESK_STAFF; the first owner needs none
… --because TEXT                              the reason, for the audit

Roles: ${STAFF_ROLES.join(', ')}

It works on the database of DATA_DIR or DATABASE_URL, also while the server runs. At the first login everybody sets up a
second factor and a password of their own.`

export const commandFrom = (args: readonly string[]): Command => {
  const { words, options } = commandLine(args, ['as', 'because'])
  const common = { as: options.as, reason: options.because ?? 'by command' }
  const [verb, first, second, ...rest] = words
  switch (verb) {
    case undefined:
    case 'list':
      noMoreWords(words.slice(1))
      return { ...common, do: 'list' }
    case 'add': {
      const name = rest.join(' ').trim()
      if (name.length < 3) throw new NotACommand('Add the name of the person after the role.')
      return { ...common, do: verb, mail: mailFrom(first), role: oneOf(STAFF_ROLES, second, 'role'), name }
    }
    case 'role':
      noMoreWords(rest)
      return { ...common, do: verb, mail: mailFrom(first), role: oneOf(STAFF_ROLES, second, 'role') }
    case 'end':
    case 'reset':
      noMoreWords(words.slice(2))
      return { ...common, do: verb, mail: mailFrom(first) }
    case 'audit':
      if (first !== 'check') throw new NotACommand('The audit can only be checked: audit check.')
      noMoreWords(words.slice(4))
      return { ...common, do: 'audit check', known: knownFrom(second, rest[0]) }
    default:
      throw new NotACommand(`There is no “${verb}”.`)
  }
}

const mailFrom = (text: string | undefined): string => {
  if (text !== undefined && /^\S+@\S+\.\S+$/.test(text)) return text
  throw new NotACommand(`“${text ?? ''}” is no mail address.`)
}

const knownFrom = (row: string | undefined, hash: string | undefined): { id: number; hash: string } | null => {
  if (row === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(row) || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    throw new NotACommand('ROW is a number, and HASH has 64 characters, as an earlier check printed them.')
  return { id: Number(row), hash: hash ?? '' }
}

/** @throws NotACommand if nothing was done */
export const runStaff = async (deps: Deps, command: Command): Promise<string> => {
  const { as, reason } = command
  switch (command.do) {
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
      if (text !== null) throw new PlainError(text)
      const { known } = command
      const [row] = known === null ? [] : await deps.read.audit.rowsAfter(known.id - 1, 1)
      if (known !== null && (row?.id !== known.id || row.hash !== known.hash))
        throw new PlainError(`Row ${known.id} is not the one that was checked before: the audit was written anew.`)
      return `The audit is intact: ${check.rows} rows. Keep this elsewhere, to compare it next time:\n${check.rows} ${check.newest_hash}`
    }
  }
}

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
