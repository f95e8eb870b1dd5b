/**
 * Guards against accidental growth: compares the sizes of the built app with the figures in `sizes.json`, and fails if
 * a figure has grown by more than 5 %. After intended growth, `node scripts/sizes.ts --record` records the figures of
 * this build. Sizes are in bytes after brotli, as they are transferred. It also fails if
 * members' files contain a part of the desk [DESK-16].
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { calls } from '../contract/calls.ts'
import memberTexts from '../locales/en.json' with { type: 'json' }
import { filesOfChunks, installedFiles, readChunks } from './chunks.ts'
import { builtFiles, deskTracesIn } from './desk-traces.ts'

const GROWTH = 1.05

const client = fileURLToPath(new URL('../dist/client', import.meta.url))
const desk = fileURLToPath(new URL('../dist/desk', import.meta.url))
const record = fileURLToPath(new URL('sizes.json', import.meta.url))
const chunks = await readChunks(client)
const keys = Object.keys(chunks)

/** Very small files and pictures have no compressed copy; their own size counts. */
const sizeOf = (file: string): number => {
  const path = join(client, file)
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length
}
const total = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + sizeOf(file), 0)
const isScript = (file: string): boolean => file.endsWith('.js')

/** The files of the wanted modules, without files that are loaded already. */
const filesBeyond = (there: readonly string[], wanted: readonly string[]): string[] => {
  const before = filesOfChunks(chunks, there)
  return [...filesOfChunks(chunks, wanted)].filter((file) => !before.has(file))
}
const largest = (sizes: readonly number[]): number => Math.max(0, ...sizes)

const SHELL = ['index.html']
const FRONT_PAGE = [...SHELL, 'features/index/index-screen.tsx']
const EVERY_PAGE = [...SHELL, 'deferred-start.ts']

const screens = keys.filter((key) => /^features\/.+-screens?\.tsx?$/.test(key))
const landers = keys.filter((key) => /^features\/landers\/(lander-.+|member-lander)\.tsx$/.test(key))
const texts = keys.filter((key) => /locales\/\w\w\.json\?first$/.test(key)).map((key) => total(filesBeyond([], [key])))
const scriptOf = (screen: string): number =>
  total(filesBeyond([], [...SHELL, screen]).filter(isScript)) + largest(texts)

const figures: Record<string, number> = {
  'script of the front page, with its texts': scriptOf('features/index/index-screen.tsx'),
  'script of the search screen, with its texts': scriptOf('features/members/members-screen.tsx'),
  'script of the login screen, with its texts': scriptOf('features/login/login-screen.tsx'),
  'largest other screen, beyond what every page loads': largest(
    screens.map((screen) => total(filesBeyond(EVERY_PAGE, [screen]).filter(isScript))),
  ),
  'largest lander, beyond the front page': largest(landers.map((lander) => total(filesBeyond(FRONT_PAGE, [lander])))),
  'service worker': sizeOf('sw.js'),
  'files that the installation takes': total(installedFiles(chunks)),
  'document of the shell': sizeOf('index.html'),
}

if (process.argv.includes('--record')) writeFileSync(record, `${JSON.stringify(figures, null, 2)}\n`)

const recorded = v.parse(v.record(v.string(), v.number()), JSON.parse(readFileSync(record, 'utf8')))
for (const [name, bytes] of Object.entries(figures)) {
  const before = recorded[name] ?? 0
  const isTooLarge = bytes > before * GROWTH
  if (isTooLarge) process.exitCode = 1
  const change = `${bytes >= before ? '+' : ''}${((bytes / before - 1) * 100).toFixed(1)} %`
  console.log(`${isTooLarge ? 'GROWN' : 'ok   '} ${String(bytes).padStart(7)} B ${change.padStart(8)}  ${name}`)
}
const isTooLarge = process.exitCode === 1

// The desk's own files must have traces, or the search would prove nothing.
const memberNames = [...Object.keys(calls), ...Object.keys(memberTexts)]
const tracesIn = (folder: string): string[] =>
  builtFiles(folder).flatMap(({ name, code }) =>
    deskTracesIn(code, memberNames).map((trace) => `${name} has “${trace}”`),
  )
const traces = tracesIn(client)
const own = tracesIn(desk)
if (traces.length > 0 || own.length === 0) process.exitCode = 1
console.log(
  `${process.exitCode === 1 && !isTooLarge ? 'FOUND' : 'ok   '} ${traces.length} names of the desk in members’ files, ${own.length} in its own`,
)
for (const trace of traces.slice(0, 10)) console.log(`  ${trace}`)
if (isTooLarge)
  console.log(
    'A figure grew by more than 5 %. If that is meant, run `node scripts/sizes.ts --record` and say why in the commit.',
  )
