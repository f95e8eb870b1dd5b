/**
 * The app loads the texts of a language in parts: `locales/it.json?first`, `?landers`, `?head` and `?rest` are modules with
 * the texts of some areas of that file. Texts of the server's areas (mails, pushes, fictional profiles) are in none.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Plugin } from 'vite'

/**
 * A key is `area.name`. The texts of these areas come first: the shell and the screens on which a visit begins use them.
 * `first-modules.test.ts` fails where one of these screens uses a text of another area.
 */
const FIRST_AREAS = new Set([
  'activation',
  'alert',
  'discount',
  'entry',
  'error',
  'field',
  'footer',
  'index',
  'likes',
  'login',
  'match',
  'members',
  'shell',
  'site',
  'title',
  'tracking',
  'ui',
  'value',
])

/** Landers load their texts as a part of their own. The texts of heads are used only at build time. */
const APART: Record<string, TextPart> = { lander: 'landers', head: 'head' }
const SERVER_AREAS = new Set(['mail', 'push', 'share', 'fictional', 'sandbox', 'manifest'])

export type TextPart = 'first' | 'landers' | 'head' | 'rest' | 'server'

/** The part that contains a text. */
export const partOf = (key: string): TextPart => {
  const area = key.slice(0, key.indexOf('.'))
  if (SERVER_AREAS.has(area)) return 'server'
  const apart = APART[area]
  if (apart !== undefined) return apart
  return FIRST_AREAS.has(area) ? 'first' : 'rest'
}

type Texts = Record<string, string>

const PLURAL = /_(zero|one|two|few|many|other)$/

/** The texts of a language, in English if not translated yet, so that no screen ever shows a key [SITE-2]. */
export const filledUp = (texts: Texts, english: Texts): Texts => {
  const isThere = (key: string): boolean => key in texts || key.replace(PLURAL, '_other') in texts
  return { ...Object.fromEntries(Object.entries(english).filter(([key]) => !isThere(key))), ...texts }
}

const readTexts = async (file: string): Promise<Texts> =>
  v.parse(v.record(v.string(), v.string()), JSON.parse(await readFile(file, 'utf8')))

export const localeParts = (): Plugin => ({
  name: 'locale-parts',
  enforce: 'pre',
  load: {
    filter: { id: /\/locales\/\w\w\.json\?(first|landers|head|rest)$/ },
    handler: async (id) => {
      const [file = '', part] = id.split('?')
      const all = filledUp(await readTexts(file), await readTexts(join(file, '../en.json')))
      const wanted = Object.entries(all).filter(([key]) => partOf(key) === part)
      // Parsed as text: engines read JSON faster than an object literal of this size.
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(wanted)))
      return { code: `export default JSON.parse(${json})`, map: null, moduleType: 'js' }
    },
  },
})
