/** Carries out a settings command on the database. */
import { DEFAULT_SITE_SETTINGS } from '../../contract/entities/site-settings.ts'
import type { SettingKey } from '../../contract/desk/entities/setting.ts'
import { changeSetting, undoSettingChange } from '../../server/areas/desk/change-setting.ts'
import { settingHistory } from '../../server/areas/desk/settings-view.ts'
import type { Deps } from '../../server/deps.ts'
import type { DeskRefusal } from '../../server/http/desk-reply.ts'
import { settingsFrom } from '../../server/settings.ts'
import { actingStaff } from '../acting-staff.ts'
import { NotACommand } from '../cli.ts'
import type { Command } from './command.ts'

/** @returns what there is to read */
export const runSettings = async (
  deps: Pick<Deps, 'read' | 'write' | 'now' | 'env'>,
  command: Exclude<Command, { do: 'help' }>,
): Promise<string> => {
  const { domain } = command
  if (command.do === 'history') return historyOf(deps, command.key)
  if (command.do === 'undo') {
    refuse(await undoSettingChange(deps, await actingStaff(deps, command.as, ['owner']), command))
    return `Change ${command.id} is taken back.`
  }
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

const historyOf = async (deps: Pick<Deps, 'read'>, key: SettingKey): Promise<string> => {
  const changes = await settingHistory(deps, key)
  if (changes.length === 0) return `${key} was never changed.`
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
