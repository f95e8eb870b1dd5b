/** The settings command, the words after `npm run settings --` [SITE-1]: parses it and carries it out. */
import { isIP } from 'node:net'
import * as v from 'valibot'
import { parseJson } from '#contract/json.ts'
import { groupOfSetting, type SettingKey } from '#contract/desk/settings.ts'
import { DEFAULT_SITE_SETTINGS, SiteSettings } from '#contract/entities/site-settings.ts'
import { commandLine, noMoreWords, NotACommand } from '../cli.ts'
import { changeSetting, faultLine, settingHistory, undoSettingChange } from '../../server/areas/desk/settings.ts'
import type { Deps } from '../../server/deps.ts'
import type { DeskRefusal } from '../../server/http/reply.ts'
import { settingsFrom } from '../../server/settings.ts'
import { actingStaff } from '../acting-staff.ts'

type Command =
  | { do: 'list'; domain: string }
  | { do: 'get'; key: SettingKey; domain: string }
  | { do: 'history'; key: SettingKey; domain: string }
  | ({ do: 'undo'; id: number } & Act)
  | ({ do: 'unset'; key: SettingKey; domain: string } & Act)
  | ({ do: 'set'; key: SettingKey; value: unknown; domain: string } & Act)

type Act = { as: string | undefined; reason: string }

export const HELP = `npm run settings                      every setting as it is, and where it comes from
npm run settings -- get KEY           one of them, as JSON
npm run settings -- set KEY VALUE     changes it; VALUE is JSON, or plain text where it is a text
npm run settings -- unset KEY         back to what stands behind it
npm run settings -- history KEY       its changes, the newest first, with their numbers
npm run settings -- undo NUMBER       takes a change back, if nobody has changed the value since
… --domain example.org                of one domain alone; else of all (not with undo)
… --as MAIL --because TEXT            the staff account that changes it (else DESK_STAFF), and why, for the audit

A domain’s own value wins over that of all domains, and that over the default. A running server hears of it within ten
seconds. It works on the database of DATA_DIR or DATABASE_URL.`

/** The server makes these itself, or says them of a request. */
const isWorkedOut = (key: SettingKey): boolean => groupOfSetting(key) === null && !REFUSED.has(key)

/** Settings with one allowed value: their schema says why. */
const REFUSED = new Set<SettingKey>([
  'cdn_prefix',
  'fictional_icon',
  'fictional_warning',
  'fictional_singular',
  'fictional_plural',
  'visible_profile_notes',
])

/** @throws NotACommand that says what is wrong with which value */
export const commandFrom = (args: readonly string[]): Command => {
  const { words, options } = commandLine(args, ['domain', 'as', 'because'])
  const [verb, key, ...value] = words
  const domain = domainFrom(options.domain)
  const act: Act = { as: options.as, reason: options.because ?? 'by command' }
  switch (verb) {
    case undefined:
    case 'list':
      noMoreWords(words.slice(1))
      return { do: 'list', domain }
    case 'get':
    case 'history':
      noMoreWords(value)
      return { do: verb, key: keyFrom(key), domain }
    case 'undo':
      noMoreWords(value)
      // A change has the domain that it was made for.
      if (options.domain !== undefined)
        throw new NotACommand('A change is undone by its number alone, without --domain.')
      return { do: verb, id: changeFrom(key), ...act }
    case 'unset':
      noMoreWords(value)
      return { do: verb, key: keyFrom(key), domain, ...act }
    case 'set':
      return { do: verb, ...valueFrom(keyFrom(key), value), domain, ...act }
    default:
      throw new NotACommand(`There is no “${verb}”.`)
  }
}

const domainFrom = (typed: string | undefined): string => {
  if (typed === undefined) return '*'
  const domain = typed.toLowerCase()
  if (!/^([a-z0-9-]+\.)*[a-z0-9-]+$/.test(domain) || isIP(domain) !== 0)
    throw new NotACommand(`“${domain}” is not a domain.`)
  return domain
}

const keyFrom = (key: string | undefined): SettingKey => {
  if (key !== undefined && Object.hasOwn(DEFAULT_SITE_SETTINGS, key)) return key as SettingKey
  throw new NotACommand(`There is no setting “${key ?? ''}”.`)
}

const changeFrom = (text: string | undefined): number => {
  if (!/^[1-9]\d{0,14}$/.test(text ?? '')) throw new NotACommand(`“${text ?? ''}” is not the number of a change.`)
  return Number(text)
}

/** JSON where it reads as JSON and fits, else the words themselves. */
const valueFrom = (key: SettingKey, words: readonly string[]): { key: SettingKey; value: unknown } => {
  if (isWorkedOut(key)) throw new NotACommand(`${key} is not to be set: the server works it out.`)
  if (words.length === 0) throw new NotACommand(`${key} to what?`)
  const text = words.join(' ')
  const schema = SiteSettings.entries[key]
  const tries = [parseJson(text)?.value, text].filter((value) => value !== undefined)
  const parsed = tries.map((value) => v.safeParse(schema, value))
  const fitting = parsed.find(({ success }) => success)
  if (fitting) return { key, value: fitting.output }
  const issues: readonly v.BaseIssue<unknown>[] = parsed[0]?.issues ?? []
  const lines = issues.map((issue) => `  ${faultLine(key, issue)}`)
  throw new NotACommand(`${key} cannot be ${text}:\n${lines.join('\n')}`)
}

/** @returns what there is to read */
export const runSettings = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'env'>,
  command: Command,
): Promise<string> => {
  if (command.do === 'history') return historyOf(deps, command)
  if (command.do === 'undo') {
    refuse(await undoSettingChange(deps, await actingStaff(deps, command.as, ['owner']), command))
    return `Change ${command.id} is taken back.`
  }
  const { domain } = command
  if (command.do === 'set' || command.do === 'unset') {
    const to = command.do === 'set' ? { value: command.value } : null
    refuse(await changeSetting(deps, await actingStaff(deps, command.as, ['owner']), { ...command, to }))
  }
  const rows = await deps.read.site.settingRows(domain)
  const wrong: string[] = []
  const warn = (about: object): void => void wrong.push(`wrong and left out: ${JSON.stringify(about)}`)
  const settings = settingsFrom(rows, {}, { warn })
  if (command.do === 'get') return JSON.stringify(settings[command.key], null, 2)

  const originOf = (key: SettingKey): string =>
    rows
      .filter((row) => row.key === key)
      .map((row) => (row.domain === '*' ? 'all domains' : row.domain))
      .toSorted((one, other) => Number(one === 'all domains') - Number(other === 'all domains'))[0] ?? 'default'
  const line = (key: SettingKey): string => `${key} = ${JSON.stringify(settings[key])}  (${originOf(key)})`
  if (command.do !== 'list') return line(command.key)
  return [...(Object.keys(DEFAULT_SITE_SETTINGS) as SettingKey[]).map(line), ...wrong].join('\n')
}

type SettingPlace = { key: SettingKey; domain: string }

const historyOf = async (deps: Pick<Deps, 'read'>, { key, domain: asked }: SettingPlace): Promise<string> => {
  const changes = (await settingHistory(deps, key)).filter(({ domain }) => asked === '*' || domain === asked)
  if (changes.length === 0) return `${key} was never changed${asked === '*' ? '' : ` for ${asked} alone`}.`
  return changes
    .map(({ id, at, staff, domain, before, after, reason }) =>
      [
        `${id}  ${new Date(at).toISOString()}  ${staff ?? 'nobody yet'}  ${domain}`,
        `${JSON.stringify(before) ?? 'not set'} → ${JSON.stringify(after) ?? 'not set'}  ${reason}`,
      ].join('  '),
    )
    .join('\n')
}

const refuse = (refusal: DeskRefusal | null): void => {
  if (refusal === null) return
  const { error, by, at, note } = refusal.body
  if (error === 'setting_changed_since')
    throw new NotACommand(
      `${by ?? ''} has changed it since (${new Date(at ?? 0).toISOString()}): take that back first.`,
    )
  if (error === 'setting_invalid')
    throw new NotACommand(`It cannot be taken back, since the old value is not allowed any more:\n${note ?? ''}`)
  if (error === 'not_found') throw new NotACommand('There is no change of this number.')
  throw new NotACommand('The stored value is not the one that this change has set.')
}
