/** Holds the built files against their budgets: brotli bytes as they travel. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import * as v from 'valibot'

const client = fileURLToPath(new URL('../dist/client', import.meta.url))
const KB = 1_000

const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  dynamicImports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
  isEntry: v.optional(v.boolean()),
})
const chunks = v.parse(
  v.record(v.string(), Chunk),
  JSON.parse(readFileSync(join(client, 'build-manifest.json'), 'utf8')),
)

const sizeOf = (file: string): number => brotliCompressSync(readFileSync(join(client, file))).length

/** A chunk with everything it imports statically. */
const graphOf = (key: string, seen = new Set<string>()): Set<string> => {
  const chunk = chunks[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const imported of chunk.imports) graphOf(imported, seen)
  return seen
}
const filesOf = (keys: Iterable<string>): string[] =>
  [...keys].map((key) => chunks[key]?.file ?? '').filter((file) => file.endsWith('.js'))
const total = (files: string[]): number => files.reduce((sum, file) => sum + sizeOf(file), 0)

const entry = Object.keys(chunks).find((key) => chunks[key]?.isEntry === true)
if (entry === undefined) throw new Error('The build has no entry')
const entryGraph = graphOf(entry)

/** What every page loads once its first screen stands. */
const everyPage = graphOf('start-later.ts', new Set(entryGraph))

/** What a part brings beyond what is there already. */
const beyond = (held: ReadonlySet<string>) => (key: string) => ({
  key,
  size: total(filesOf([...graphOf(key)].filter((part) => !held.has(part)))),
})

const screens = Object.keys(chunks).filter((key) => /^features\/.+\.tsx$/.test(key) && !entryGraph.has(key))
const lazy = screens.map(beyond(everyPage))
const locales = Object.keys(chunks)
  .filter((key) => /locales\/\w\w\.json\?first$/.test(key))
  .map((key) => total(filesOf([key])))
const largestLazy = lazy.toSorted((one, other) => other.size - one.size)[0]
const first = screens
  .filter((key) => /features\/(landing|index|login|members)\//.test(key))
  .map((key) => beyond(entryGraph)(key).size)

/** A lander with its styles, beyond what the front page brings as well [SITE-6]. */
const ofFrontPage = graphOf('features/index/index-screen.tsx', new Set(entryGraph))
const landers = Object.keys(chunks)
  .filter((key) => /^features\/landers\/(lander-.+|member-lander)\.tsx$/.test(key))
  .map((key) => [...graphOf(key)].filter((part) => !ofFrontPage.has(part)))
  .map((keys) => total([...filesOf(keys), ...keys.flatMap((key) => chunks[key]?.css ?? [])]))

const html = readFileSync(join(client, 'index.html'), 'utf8')
const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css ?? '').join('')
const serviceWorkers = readdirSync(client).filter((name) => name === 'sw.js')

const rows = [
  {
    what: 'script to the first usable screen',
    size: total(filesOf(entryGraph)) + Math.max(0, ...first) + Math.max(0, ...locales),
    budget: 112 * KB,
  },
  { what: `largest lazy screen (${largestLazy?.key ?? 'none'})`, size: largestLazy?.size ?? 0, budget: 26 * KB },
  { what: 'largest lander, with its styles', size: Math.max(0, ...landers), budget: 11 * KB },
  { what: 'service worker', size: total(serviceWorkers), budget: 36.5 * KB },
  { what: 'critical styles inline', size: brotliCompressSync(styles).length, budget: 10 * KB },
]

let failed = 0
for (const { what, size, budget } of rows) {
  const fits = size <= budget
  if (!fits) failed += 1
  console.log(`${fits ? 'ok ' : 'TOO LARGE'} ${(size / KB).toFixed(1).padStart(6)} kB of ${budget / KB} kB  ${what}`)
}
if (failed > 0) process.exitCode = 1
