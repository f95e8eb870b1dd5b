/** `npm run bench [-- MEASURE …] [--quick]`: ours beside its limits, all measured in this one run. The measures: `options.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import os from 'node:os'
import { readOptions, type MeasureName, type Options } from './options.ts'
import { pinningLine } from './process/cores.ts'
import { RESULTS } from './product/members.ts'
import { isMet, tableOf, type Figure, type MeasureResult } from './report.ts'

/** Describes the machine of the measurement: other work on it makes the figures noisy. */
const machineLine = (): string =>
  `${os.availableParallelism()} cores (${os.cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.versions.node}`

const loadLine = (): string => `load average ${os.loadavg()[0]?.toFixed(2) ?? '?'}`

/** Imported one by one, so that a measure that cannot even start leaves the others alone. */
const measures: Record<MeasureName, (options: Options) => Promise<MeasureResult>> = {
  message: async (options) => (await import('./message/measure.ts')).measureMessages(options),
  engines: async (options) => (await import('./engines/measure.ts')).measureEngines(options),
  search: async (options) => (await import('./search/measure.ts')).measureSearch(options),
  visit: async (options) => (await import('./visit/measure.ts')).measureVisits(options),
  sync: async (options) => (await import('./sync/measure.ts')).measureSync(options),
  transitions: async (options) => (await import('./transitions/measure.ts')).measureTransitions(options),
  swipe: async (options) => (await import('./swipe/measure.ts')).measureSwipes(options),
  streams: async (options) => (await import('./streams/measure.ts')).measureStreams(options),
  push: async (options) => (await import('./push/measure.ts')).measurePushes(options),
  photos: async (options) => (await import('./photos/measure.ts')).measurePhotos(options),
  alike: async (options) => (await import('./alike/measure.ts')).measureAlike(options),
  scroll: async (options) => (await import('./scroll/measure.ts')).measureScrolling(options),
  year: async (options) => (await import('./year/measure.ts')).measureYear(options),
  heavy: async (options) => (await import('./heavy/measure.ts')).measureHeavy(options),
  log: async (options) => (await import('./log/measure.ts')).measureLog(options),
}

const options = readOptions(process.argv.slice(2))
const figures: Figure[] = []
const notes = [`${machineLine()}; ${pinningLine()}.`]
for (const name of options.measures) {
  console.log(`${name} (${loadLine()})`)
  const load = loadLine()
  try {
    const measured = await measures[name](options)
    figures.push(...measured.figures)
    notes.push(...measured.notes, `${name} began at ${load}, ended at ${loadLine()}.`)
  } catch (error) {
    process.exitCode = 1
    notes.push(`**${name} failed**: ${error instanceof Error ? error.message : String(error)}`)
    console.error(error)
  }
}

const when = new Date().toISOString()
const text = [`# Figures of ${when}`, tableOf(figures), notes.map((note) => `- ${note}`).join('\n')].join('\n\n')
mkdirSync(RESULTS, { recursive: true })
writeFileSync(join(RESULTS, `${when.replaceAll(':', '-')}.md`), `${text}\n`)
writeFileSync(join(RESULTS, 'latest.md'), `${text}\n`)
console.log(`\n${text}`)
const missed = figures.filter((figure) => isMet(figure) === false).length
if (missed > 0) console.log(`\n${missed} of ${figures.length} figures miss their target.`)
