/**
 * Refuses the words that make a reader stop (docs/style.md, Words): comments and test titles without a subject, idioms in place of the
 * field's word, names of types and components without a noun, and two doc comments in a row.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const HEADLESS = /^(what|who|whom|whose|of|by|where)\b(?! (is|are|was|were|does|do|did) [^.]*\?)/i

/** A comment with such a beginning is about a thing that only the code around it names. */
const PRONOUN = /^(It|They|Them|Those|Then|Also|So many|Otherwise)\b/

/** The field's words are: notify, return, distinguish, announce; and open, delay, retain. */
const VAGUE_VERB = /^(Tells|Holds)\b/

/** The field's words are: return, continue, next step, fail for good, be in, be shown, get a mail. */
const IDIOM =
  /\b(ways? (back|on|out)|(give|gives|gave|given|giving) up|(goes|went) on|(is|are|be) told|stood|stands?(?!-in| in\b| for\b))\b/i

/** A participle, an adjective or a question word alone: `Sent` may be a file, an answer or a mail. */
const NOUNLESS =
  /^((?!Feed|Need|Seed|Speed)[A-Z][a-z]+ed|Ahead|Begun|Bought|Chosen|Done|Drawn|Found|Free|Given|Gone|Held|How|Kept|Known|Later|Left|Lost|Made|Mine|Missing|Newer|Nothing|Older|Other|Ours|Own|Paid|Read|Rest|Running|Said|Seen|Sent|Shown|Taken|Theirs|Told|Undone|Waiting|Ways?|What|Where|Who|Why|Wider|Withdrawn|Written)$/

/** Two doc comments in a row: an editor shows only the second, and the first has lost the thing that it describes. */
const STACKED = /\*\/[ \t]*\n[ \t]*\/\*\*(.*)/g

/**
 * Comments and test titles by regular expressions, which are exact enough here: a string that looks like a comment is not in our
 * sources.
 */
const COMMENT = /(?<![:'"`\\\w/])\/\/ ?(?!\/)(.*)|\/\*\*?[\s*]*([\s\S]*?)\*\//g
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:(?!\1)[\s\S])*)\1/g

type Text = { line: number; text: string }

/** The comments of a source, each whole, with their lines. */
const commentsIn = (source: string): Text[] => {
  const texts: (Text & { end: number })[] = []
  for (const { 0: comment, 1: inLine, 2: inBlock = '', index } of source.matchAll(COMMENT)) {
    const last = texts.at(-1)
    const end = index + comment.length
    // The second and further lines of a block of line comments continue a sentence.
    if (inLine !== undefined && last && /^\n\s*$/.test(source.slice(last.end, index))) {
      last.text += ` ${inLine}`
      last.end = end
    } else texts.push({ line: lineOf(source, index), text: inLine ?? inBlock.replaceAll(/\s*\n\s*\*?\s*/g, ' '), end })
  }
  return texts
}

const titlesIn = (source: string): Text[] =>
  [...source.matchAll(TITLE)].map(({ 2: text = '', index }) => ({ line: lineOf(source, index), text }))

const lineOf = (source: string, index: number): number => source.slice(0, index).split('\n').length

/** The first words of a comment or title, with the rule ids and sections in front of them removed. */
const opening = (text: string): string =>
  text.replace(/^(\s*(\[[A-Z]+-\d+\]|§\d(, §\d)*|[A-Z]+-\d+:|,|:))+\s*/, '').trim()

const faultsOf = (source: string): Text[] => {
  const comments = commentsIn(source)
  const all = [...comments, ...titlesIn(source)]
  return [
    ...all.filter(({ text }) => HEADLESS.test(opening(text)) || IDIOM.test(text)),
    ...comments.filter(({ text }) => PRONOUN.test(opening(text)) || VAGUE_VERB.test(opening(text))),
    ...[...source.matchAll(STACKED)].map(({ 0: text, index }) => ({ line: lineOf(source, index), text })),
    ...[...source.matchAll(/^[ \t]*(?:export )?(?:type|interface|class|const) (of\b|[A-Z]\w*)/gm)]
      .filter(([, name = '']) => name === 'of' || NOUNLESS.test(name))
      .map(({ 1: text = '', index }) => ({ line: lineOf(source, index), text })),
  ]
}

test.each([
  '// Of those that wait, the first.',
  '/** [PWA-2] What waits. */',
  `test('[CHAT-5] who writes', () => {})`,
  '/**\n * Those that wait.\n */',
  '/** [ACC-10] Tells the member that the password was changed. */',
  '/** Holds the connection open. */',
  '// The screen shows\n// a way back.',
  `test('the address is told', () => {})`,
  'export type Sent = string',
  'const Waiting = () => null',
  'const of = (name: string) => name',
  '/** The newest row. */\n/** All rows. */',
])('a text or name that makes a reader stop is refused: %s', (source) => {
  expect(faultsOf(source)).toHaveLength(1)
})

test.each([
  '// The worker answers.',
  '// Who is there? Nobody.',
  '// A sentence\n// of two lines.',
  '/** English stands in for a text without a translation. */',
  `test('a member writes', () => {})`,
  'export type SentFile = string',
  'type Feed = string',
])('a sentence, a question or a noun is accepted: %s', (source) => {
  expect(faultsOf(source)).toEqual([])
})

test('comments, test titles and names have a subject', () => {
  const faults = execFileSync('git', ['ls-files', '--', '*.ts', '*.tsx', '*.mjs', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    // The samples above break the rules on purpose.
    .filter((path) => path !== 'scripts/plain-english.test.ts')
    .flatMap((path) =>
      faultsOf(readFileSync(join(root, path), 'utf8')).map(({ line, text }) => `${path}:${line} ${text}`),
    )
  expect(faults).toEqual([])
})
