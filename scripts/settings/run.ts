/** Does what the settings command was asked, on the rows of the database. */
import { DEFAULT_SITE_SETTINGS } from '../../contract/entities/site-settings.ts'
import { changeSetting } from '../../server/areas/desk/change-setting.ts'
import type { Deps } from '../../server/deps.ts'
import { settingsFrom } from '../../server/settings.ts'
import { actingStaff } from '../acting-staff.ts'
import type { Command, SettingKey } from './command.ts'

/** @returns what there is to read */
export const runSettings = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'env'>,
  command: Exclude<Command, { do: 'help' }>,
): Promise<string> => {
  const { domain } = command
  if (command.do === 'set' || command.do === 'unset')
    await changeSetting(deps, await actingStaff(deps, command.as, ['owner']), command)
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
