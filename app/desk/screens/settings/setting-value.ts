/** A setting's value as text, and back from the field that edits it. */
import type { DeskSetting } from '#contract/desk/entities/setting.ts'
import { t } from '../../texts.ts'

/** The value as read-only text, for the list, the history and the confirmation. */
export const shownValue = (value: unknown): string => {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return t('settings.empty')
  if (value === null) return t('settings.nothing')
  if (typeof value === 'boolean') return t(value ? 'settings.yes' : 'settings.no')
  if (typeof value === 'string') return value
  if (isTextList(value)) return value.join(', ')
  return JSON.stringify(value, null, 1)
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

/** The initial text of the field. */
export const fieldOf = ({ editor }: Pick<DeskSetting, 'editor'>, value: unknown): string => {
  if (editor === 'json') return JSON.stringify(value, null, 2)
  return isTextList(value) ? value.join('\n') : String(value)
}

/** The value in a field's text; undefined if it is invalid JSON. The server checks everything else. */
export const valueOf = ({ editor }: Pick<DeskSetting, 'editor'>, text: string): unknown => {
  switch (editor) {
    case 'text':
    case 'choice':
      return text.trim()
    case 'switch':
      return text === 'true'
    case 'number':
      // An empty field must not become 0.
      return text.trim() === '' ? null : Number(text)
    case 'list':
      return text
        .split(/[\n,]/)
        .map((part) => part.trim())
        .filter((part) => part !== '')
    case 'json':
      try {
        return JSON.parse(text) as unknown
      } catch {
        return undefined
      }
  }
}
