import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { APPEAL_DAYS } from '#contract/desk/limits.ts'
import { callOf } from '#contract/calls.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'

const root = join(import.meta.dirname, '..')
const law = (name: string): string => readFileSync(join(root, 'docs/law', name), 'utf8')

/** The value of a constant in days. It is written as `30` or `60 * DAY_MS`, also as a property. */
const daysOf = (file: string, name: string): number | null => {
  const source = readFileSync(join(root, file), 'utf8')
  const value = new RegExp(`\\b${name}(?: =|:) (\\d+)\\b`).exec(source)?.[1]
  return value === undefined ? null : Number(value)
}

test('[OPS-15] every figure of the retention table is the figure of the code', () => {
  const rows = law('retention.md').matchAll(/^\|[^|]+\|\s*(\d+) days[^|]*\|[^|]+\|\s*`(\w+)` in `([^`]+)`\s*\|$/gm)
  const said = [...rows].map(([, days, name = '', file = '']) => [name, Number(days), daysOf(file, name)])
  expect(said.length).toBeGreaterThanOrEqual(7)
  for (const [name, days, inCode] of said) expect([name, days]).toEqual([name, inCode])
})

test('[OPS-15] the retention of payments is the default of the code', () => {
  const years = /RETENTION_YEARS: v\.optional\([\s\S]*?'(\d+)',/.exec(
    readFileSync(join(root, 'server/env.ts'), 'utf8'),
  )?.[1]
  expect(law('retention.md')).toContain(`after the last booking, ${years} by default`)
})

test('[OPS-15] the papers name what the software reveals: open search, and addresses at signup and reset', () => {
  expect(law('dpia.md')).toContain(`(default \`${DEFAULT_SETTINGS.logged_out_search}\`)`)
  expect(callOf('password.reset').errors).toContain('email_not_found')
  expect(law('dpia.md')).toContain('a password reset says when it is unknown')
})

test('[OPS-15] every paper of docs/law is listed, and every file that one names exists', () => {
  const papers = [...law('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name = '']) => name)
  expect(papers).toHaveLength(6)
  for (const paper of ['README.md', ...papers])
    for (const [, target = ''] of law(paper).matchAll(/\]\(([\w./-]+\.md)\)/g))
      expect([target, existsSync(join(root, 'docs/law', target))]).toEqual([target, true])
})

test('[OPS-15] each file of the code that a paper names exists, and an appeal is open for six months as article 20 asks', () => {
  for (const paper of ['dsa.md', 'accessibility.md', 'retention.md'])
    for (const [, file = ''] of law(paper).matchAll(/`((?:app|contract|server|e2e|sw)\/[\w./-]+\.\w+)`/g))
      expect([file, existsSync(join(root, file))]).toEqual([file, true])
  expect(APPEAL_DAYS).toBeGreaterThanOrEqual(184)
})
