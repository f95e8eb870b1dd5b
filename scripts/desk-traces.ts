/** Finds parts of the operator's desk in built files, which members must never load [DESK-16]. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deskCalls } from '../contract/desk/calls.ts'
import { DESK_ERROR_STATUS } from '../contract/desk/errors.ts'
import { ERROR_STATUS } from '../contract/errors.ts'
import deskTexts from '../locales/desk/en.json' with { type: 'json' }

/**
 * Names that survive a build and that only the desk has: its calls, its errors and the keys of its texts. A name that
 * members have too, such as `photos.add`, proves nothing.
 */
const namesOfDesk = (memberNames: readonly string[]): string[] => {
  const known = new Set([...memberNames, ...Object.keys(ERROR_STATUS)])
  const names = new Set([...Object.keys(deskCalls), ...Object.keys(DESK_ERROR_STATUS), ...Object.keys(deskTexts)])
  // A single word, such as `login`, may occur anywhere.
  return [...names].filter((name) => /[._]/.test(name) && !known.has(name))
}

/** The strings in a script or a JSON file that are names of the desk. */
export const deskTracesIn = (code: string, memberNames: readonly string[]): string[] => {
  const written = new Set([...code.matchAll(/["'`]([\w.]+)["'`]/g)].map(([, text]) => text))
  return namesOfDesk(memberNames).filter((name) => written.has(name))
}

/** Every script and every JSON file below a folder of the build. */
export const builtFiles = (folder: string): { name: string; code: string }[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|json|webmanifest|html)$/.test(name))
    .map((name) => ({ name, code: readFileSync(join(folder, name), 'utf8') }))
