/** Parses the settings command: the words after `npm run settings --` [SITE-1]. */
import { isIP } from 'node:net'
import * as v from 'valibot'
import { parseJson } from '#contract/json.ts'
import { groupOfSetting, type SettingKey } from '../../contract/desk/entities/setting.ts'
import { DEFAULT_SITE_SETTINGS, SiteSettings } from '../../contract/entities/site-settings.ts'
import { commandLine, isHelp, NotACommand } from '../cli.ts'

export type Command =
  | { do: 'help' }
  | { do: 'list'; domain: string }
  | { do: 'get'; key: SettingKey; domain: string }
  | { do: 'history'; key: SettingKey; domain: string }
  | ({ do: 'undo'; id: number; domain: string } & Act)
  | ({ do: 'unset'; key: SettingKey; domain: string } & Act)
  | ({ do: 'set'; key: SettingKey; value: unknown; domain: string } & Act)

type Act = { as: string | undefined; reason: string }

export const HELP = `npm run settings                      every setting as it is, and where it comes from
npm run settings -- get KEY           one of them, as JSON
npm run settings -- set KEY VALUE     changes it; VALUE is JSON, or plain text where it is a text
npm run settings -- unset KEY         back to what stands behind it
npm run settings -- history KEY       its changes, the newest first, with their numbers
npm run settings -- undo NUMBER       takes a change back, if nobody has changed the value since
… --domain example.org                of one domain alone; else of all
… --as MAIL --because TEXT            the staff account that changes it (else DESK_STAFF), and why, for the audit

A domain’s own value wins over that of all domains, and that over the default. A running server hears of it within ten
seconds. It works on DATA_DIR.`

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
  if (verb === undefined || verb === 'list') return { do: 'list', domain }
  if (isHelp(verb)) return { do: 'help' }
  const act: Act = { as: options.as, reason: options.because ?? 'by command' }
  if (verb === 'history') return { do: verb, key: keyFrom(key), domain }
  if (verb === 'undo') return { do: verb, id: changeFrom(key), domain, ...act }
  if (verb === 'get') return { do: verb, key: keyFrom(key), domain }
  if (verb === 'unset') return { do: verb, key: keyFrom(key), domain, ...act }
  if (verb !== 'set') throw new NotACommand(`There is no “${verb}”.`)
  const known = keyFrom(key)
  if (isWorkedOut(known)) throw new NotACommand(`${known} is not to be set: the server works it out.`)
  if (value.length === 0) throw new NotACommand(`${known} to what?`)
  return { do: 'set', key: known, value: valueFrom(known, value.join(' ')), domain, ...act }
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
const valueFrom = (key: SettingKey, text: string): unknown => {
  const schema = SiteSettings.entries[key]
  const tries = [parseJson(text)?.value, text].filter((value) => value !== undefined)
  const parsed = tries.map((value) => v.safeParse(schema, value))
  const fitting = parsed.find(({ success }) => success)
  if (fitting) return fitting.output
  const issues = parsed[0]?.issues ?? []
  const lines = issues.map((issue) => `  ${[key, v.getDotPath(issue)].filter(Boolean).join('.')}: ${issue.message}`)
  throw new NotACommand(`${key} cannot be ${text}:\n${lines.join('\n')}`)
}
