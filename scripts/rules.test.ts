/** Checks that `docs/rules.md`, the code's citations of it and the titles of the tests agree. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/rules.md'), 'utf8')
const [ruled = '', unproven = ''] = page.split('\n# Not proven yet\n')

const rules = new Set([...ruled.matchAll(/^- ([A-Z]+-\d+) /gm)].map(([, id = '']) => id))
const groups = new Set([...rules].map((id) => id.replace(/-\d+$/, '')))
const sections = new Set([...page.matchAll(/^## (§\d)/gm)].map(([, section = '']) => section))

const ID = /\b([A-Z]+)-\d+\b/g
/** A section of the specification; a section of an RFC names its RFC on the same line. */
const SECTION = /§ ?(\d[\d.]*\d|\d)/g
const TITLE = /\b(?:test|it|describe)(?:\.(?!skip|todo)\w+)*\s*\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g

/** Our own sources as git knows them, new files included. */
const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (path) => /\.(ts|tsx|css|mjs|md)$/.test(path) && path !== 'docs/rules.md' && !path.startsWith('locales/pages/'),
  )
  .flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(root, path), 'utf8') }]
    } catch {
      return []
    }
  })

const isRuleId = (group: string): boolean => groups.has(group)

test('every rule that a source cites is in docs/rules.md', () => {
  const unknown = sources.flatMap(({ path, text }) =>
    [...text.matchAll(ID)]
      .filter(([id, group = '']) => isRuleId(group) && !rules.has(id))
      .map(([id]) => `${path}: ${id}`),
  )
  expect(unknown).toEqual([])
})

test('every section that a source cites is in docs/rules.md or names its RFC', () => {
  const unknown = sources.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => !/RFC|§ ?\d{3}/.test(line))
      .flatMap((line) => Array.from(line.matchAll(SECTION), ([, number = '']) => number))
      .filter((number) => !sections.has(`§${number}`))
      .map((number) => `${path}: §${number}`),
  )
  expect(unknown).toEqual([])
})

test('a rule has a test that names it, or is listed under "Not proven yet", never both', () => {
  const titles = sources
    .filter(({ path }) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(TITLE)].map(([, , title = '']) => title))
    .join('\n')
  const proven = new Set([...titles.matchAll(ID)].map(([id]) => id))
  const listed = new Set([...unproven.matchAll(ID)].map(([id]) => id))
  const wrong = [...rules].filter((id) => proven.has(id) === listed.has(id))
  expect(wrong).toEqual([])
})

test('"Not proven yet" lists rules that exist', () => {
  expect([...unproven.matchAll(ID)].map(([id]) => id).filter((id) => !rules.has(id))).toEqual([])
})
