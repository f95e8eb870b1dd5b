/** Does what the settings command was asked, on the rows of the database. */
import { DEFAULT_SITE_SETTINGS } from '../../contract/entities/site-settings.ts'
import type { Queries } from '../../server/db/queries.ts'
import { settingsFrom } from '../../server/settings.ts'
import type { Command, SettingKey } from './command.ts'

/** @returns what there is to read */
export const runSettings = async (
  site: Pick<Queries['site'], 'settingRows' | 'putSetting' | 'dropSetting'>,
  command: Exclude<Command, { do: 'help' }>,
): Promise<string> => {
  const { domain } = command
  if (command.do === 'set') await site.putSetting({ domain, key: command.key, value: command.value })
  if (command.do === 'unset') await site.dropSetting(domain, command.key)
  const rows = await site.settingRows(domain)
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
