import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const here = fileURLToPath(new URL('.', import.meta.url))
const ui = join(here, '..')
const tsx = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tsx'))

/** Parts without a visible form of their own: they are for screen readers. */
const INVISIBLE = new Set(['Loading', 'StatusText', 'SpokenLength'])

test('[SHELL-19] the gallery shows every part', () => {
  const shown = tsx(here)
    .map((name) => readFileSync(join(here, name), 'utf8'))
    .join('\n')
  const parts = tsx(ui).flatMap((name) =>
    [...readFileSync(join(ui, name), 'utf8').matchAll(/^export const ([A-Z]\w+) = (?:<|\()/gm)].map(([, part]) => part),
  )
  expect(parts.length).toBeGreaterThan(30)
  expect(parts.filter((part) => part !== undefined && !INVISIBLE.has(part) && !shown.includes(`<${part}`))).toEqual([])
})
