/**
 * A language comes in two parts: what the shell and the first screens say, and the rest. `locales/it.json?first` and
 * `?rest` are the halves of one file; what only the server says (mails, fictional profiles) is in neither.
 */
import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import type { Plugin } from 'vite'

/** The first part of a key, `area.name`: all of these areas come first … */
const FIRST_AREAS = new Set([
  'shell',
  'ui',
  'index',
  'members',
  'login',
  'error',
  'closed',
  'activation',
  'site',
  'alert',
])

/** … and of others what the first screens need. `scripts/locales.test.ts` reads their sources and says what is missing. */
const FIRST_KEYS =
  /\.title$|^(match\.text$|signup\.(email|password)|field\.(required|email_invalid|invalid|too_long|password_too_long)|value\.distance_)/

/** Refusals that only the screens of credits show. */
const LATE_KEYS =
  /^error\.(discount_|iban_|phone_|sms_|directdebit_|package_|method_unavailable|no_stored_|price_|withdrawal_|payment_)/

const SERVER_AREAS = new Set(['mail', 'share', 'fictional'])

const areaOf = (key: string): string => key.slice(0, key.indexOf('.'))

export const isFirst = (key: string): boolean =>
  (FIRST_AREAS.has(areaOf(key)) && !LATE_KEYS.test(key)) || FIRST_KEYS.test(key)

const Texts = v.record(v.string(), v.string())

export const localeParts = (): Plugin => ({
  name: 'locale-parts',
  enforce: 'pre',
  load: {
    filter: { id: /\/locales\/\w\w\.json\?(first|rest)$/ },
    handler: async (id) => {
      const [file = '', part] = id.split('?')
      const all = v.parse(Texts, JSON.parse(await readFile(file, 'utf8')))
      const wanted = Object.entries(all).filter(
        ([key]) => !SERVER_AREAS.has(areaOf(key)) && isFirst(key) === (part === 'first'),
      )
      // Parsed as text: engines read JSON faster than an object literal of this size.
      const json = JSON.stringify(JSON.stringify(Object.fromEntries(wanted)))
      return { code: `export default JSON.parse(${json})`, map: null, moduleType: 'js' }
    },
  },
})
