/** Refuses comments and test titles that begin with a headless clause (docs/style.md, Words). */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const HEADLESS = /^(what|who|whom|whose|of|by|where)\b(?! (is|are|was|were|does|do|did) [^.]*\?)/i

/** A comment's first words, with the rule ids and sections in front of them removed. */
const opening = (text: string): string =>
  text.replace(/^(\s*(\[[A-Z]+-\d+\]|§\d(, §\d)*|[A-Z]+-\d+:|,|:))+\s*/, '').trim()

/**
 * The comments and test titles of a source, with their lines. A regular expression is exact enough here: a string that looks like
 * a comment is not in our sources.
 */
export const openings = (source: string): { line: number; text: string }[] => {
  const lineOf = (index: number): number => source.slice(0, index).split('\n').length
  const comments = [...source.matchAll(/(?<![:'"`\\\w/])\/\/ ?(?!\/)(.*)|\/\*\*?\s*\n?\s*\*?\s*([^\n]*)/g)]
    // The second and further lines of a block of line comments continue a sentence.
    .filter(({ index }) => !/\n\s*\/\/[^\n]*\n\s*$/.test(source.slice(Math.max(0, index - 400), index)))
    .map((match) => ({ line: lineOf(match.index), text: opening(match[1] ?? match[2] ?? '') }))
  const titles = [
    ...source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g),
  ].map((match) => ({ line: lineOf(match.index), text: opening(match[2] ?? '') }))
  return [...comments, ...titles]
}

/** Every comment or title of our sources that begins without a subject, as `path:line text`. */
const headless = (): string[] =>
  execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.css'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    // The samples below are headless on purpose.
    .filter((path) => path !== 'scripts/plain-english.test.ts')
    .flatMap((path) =>
      openings(readFileSync(join(root, path), 'utf8'))
        .filter(({ text }) => HEADLESS.test(text))
        .map(({ line, text }) => `${path}:${line} ${text}`),
    )

test('a headless comment or title is recognised, a sentence and a question are not', () => {
  const found = openings(
    `// Of those that wait, the first.\n/** [PWA-2] What waits. */\ntest('[CHAT-5] who writes', () => {})\n`,
  )
  expect(found.map(({ text }) => HEADLESS.test(text))).toEqual([true, true, true])
  const fine = openings(
    `// The worker answers.\n// Who is there? Nobody.\ntest('a member writes', () => {})\n// A sentence\n// of two lines.\n`,
  )
  expect(fine.map(({ text }) => HEADLESS.test(text) && !text.includes('?'))).not.toContain(true)
})

test('comments and test titles have a subject', () => {
  expect(headless()).toEqual([])
})
