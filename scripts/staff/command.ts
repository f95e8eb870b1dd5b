/** Parses the commands for staff: the words after `npm run staff --`. */
import { STAFF_ROLES, type StaffRole } from '../../contract/desk/roles.ts'
import { commandLine, isHelp, NotACommand, oneOf } from '../cli.ts'

export type Command = { as: string | undefined; reason: string } & (
  | { do: 'help' | 'list' }
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

It works on DATA_DIR, also while the server runs. At the first login everybody sets up a second factor and a password
of their own.`

export const commandFrom = (args: readonly string[]): Command => {
  const { words, options } = commandLine(args, ['as', 'because'])
  const common = { as: options.as, reason: options.because ?? 'by command' }
  const [verb, first, second, ...rest] = words
  if (isHelp(verb)) return { ...common, do: 'help' }
  switch (verb) {
    case undefined:
    case 'list':
      return { ...common, do: 'list' }
    case 'add': {
      const name = rest.join(' ').trim()
      if (name.length < 3) throw new NotACommand('Add the name of the person after the role.')
      return { ...common, do: verb, mail: mailFrom(first), role: oneOf(STAFF_ROLES, second, 'role'), name }
    }
    case 'role':
      return { ...common, do: verb, mail: mailFrom(first), role: oneOf(STAFF_ROLES, second, 'role') }
    case 'end':
    case 'reset':
      return { ...common, do: verb, mail: mailFrom(first) }
    case 'audit':
      if (first !== 'check') throw new NotACommand('The audit can only be checked: audit check.')
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
