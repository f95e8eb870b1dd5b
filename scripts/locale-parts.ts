/**
 * A language comes in parts: what the shell and the first screens say, what only landers say, and the rest.
 * `locales/it.json?first`, `?landers` and `?rest` are the parts of one file; what only the server says (mails, pushes,
 * fictional profiles) is in none.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Plugin } from 'vite'

/**
 * The first part of a key, `area.name`: these areas come first. Which texts do is no taste: `first-modules.test.ts` reads
 * what speaks before the rest is here, and says what is missing and what is too much.
 */
const FIRST_AREAS = new Set([
  'shell',
  'ui',
  'index',
  'members',
  'login',
  'error',
  'site',
  'alert',
  // They stand under and over the first screens: with the rest they would bring all other texts to every visitor.
  'footer',
  'entry',
  'tracking',
])

/** … of others what the first screens need … */
const FIRST_KEYS =
  /\.title$|^(match\.text$|likes\.(like|waits|unliked)$|activation\.(remind|again|sen|unfinished|goOn)|discount\.(banner|firstPurchase|forNew|thenFull|anyPackage|timeLeft|hide)$|signup\.(email|password)$|field\.(required|email_invalid|invalid|too_long|password_too_long)|value\.distance_)/

/** … and of these what only other screens say: a refusal of what can only be done there, and the like. */
const LATER_KEYS =
  /^((match|report|photos|gift|icebreaker|diagnostics)\.title|ui\.(cancel|more|needsNetwork)|shell\.backToLikes|error\.((photo|discount|package|payment|withdrawal|iban|phone|sms|directdebit|reset|activation|link|conversation|swipe|consent|premium)_|no_stored|method_unavailable|price_|not_enough|already_appealed|recipient_unconfirmed|email_not_found))/

/** What only landers say, and what stands in the heads of documents, which are made at build time. */
const APART: Record<string, TextPart> = { lander: 'landers', head: 'head' }
const SERVER_AREAS = new Set(['mail', 'push', 'share', 'fictional', 'sandbox', 'manifest'])

export type TextPart = 'first' | 'landers' | 'head' | 'rest' | 'server'

/** Which part a text comes with. */
export const partOf = (key: string): TextPart => {
  const area = key.slice(0, key.indexOf('.'))
  if (SERVER_AREAS.has(area)) return 'server'
  const apart = APART[area]
  if (apart !== undefined) return apart
  return (FIRST_AREAS.has(area) || FIRST_KEYS.test(key)) && !LATER_KEYS.test(key) ? 'first' : 'rest'
}

type Texts = Record<string, string>

const PLURAL = /_(zero|one|two|few|many|other)$/

/** A language with English where a text is not translated yet: no screen ever shows a key [SITE-2]. */
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
