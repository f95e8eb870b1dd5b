/** Messages accepted, stored, debited and delivered, on our server and on the limits, turn by turn in one run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Options } from '../options.ts'
import { startServer, type RunningServer } from '../process/server.ts'
import { runTask } from '../process/task.ts'
import { atLeast, atMost, type Figure, type MeasureResult, median } from '../report.ts'
import { LoadResult, type Load, type Pair, standInPairs } from './load.ts'
import { startOurs } from './ours.ts'
import { measureStatements, type Statements } from './statements.ts'

const PAIR_COUNTS = [1, 32, 128] as const
const LOAD_TASK = fileURLToPath(new URL('load-task.ts', import.meta.url))
const STAND_IN = fileURLToPath(new URL('stand-in.ts', import.meta.url))

const GROUPED = 'three statements, commits grouped, FULL'

type Contestant = { server: RunningServer; pairs: readonly Pair[]; counts: Load['counts'] }
type Name = 'ours' | 'fetched' | 'grouped' | 'each' | 'nothing' | 'beside'
/** The load's result, and the server's CPU time per message over all threads. */
type Turn = LoadResult & { processorUs: number }
type Results = Record<Name, Turn[]>
type Contestants = Record<Exclude<Name, 'beside'>, Contestant> & { beside?: Contestant }

export const measureMessages = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-message-'))
  const servers: RunningServer[] = []
  const standIn = async (kind: string): Promise<RunningServer> => {
    const server = await startServer([STAND_IN], { STAND_IN_DATA: folder }, [kind])
    servers.push(server)
    return server
  }
  try {
    const most = Math.max(...PAIR_COUNTS)
    const ours = await startOurs(folder, most, options)
    servers.push(ours.server)
    const startMemory = ours.server.memory().now
    const pairs = standInPairs(most)
    const other = options.beside === null ? null : await startOurs(folder, most, options, options.beside)
    if (other) servers.push(other.server)
    const contestants: Contestants = {
      ours: { server: ours.server, pairs: ours.pairs, counts: 'hint' },
      fetched: { server: ours.server, pairs: ours.pairs, counts: 'fetched' },
      grouped: { server: await standIn('grouped'), pairs, counts: 'hint' },
      each: { server: await standIn('each'), pairs, counts: 'hint' },
      nothing: { server: await standIn('nothing'), pairs, counts: 'hint' },
      ...(other && { beside: { server: other.server, pairs: other.pairs, counts: 'hint' } }),
    }
    const figures: Figure[] = []
    let sent = 0
    for (const count of PAIR_COUNTS) {
      const results = await resultsOf(contestants, count, options)
      figures.push(...figuresOf(count, results))
      if (count === most) figures.push(floorOf(count, results, await measureStatements(folder, count, options)))
      sent += [...results.ours, ...results.fetched].reduce((sum, result) => sum + result.sent, 0)
    }
    const { now, peak } = ours.server.memory()
    figures.push({
      what: `message: memory of the server after ${sent.toLocaleString('en')} messages`,
      ours: now,
      unit: 'MB',
      limit: { what: 'bare Hono, nothing stored', value: contestants.nothing.server.memory().now },
      target: null,
    })
    await ours.server.stop()
    return {
      figures,
      notes: [
        `Messages: ${ours.checkStored(sent)}; memory ${startMemory.toFixed(0)} MB at the start, ${peak.toFixed(0)} MB at most.`,
      ],
    }
  } finally {
    for (const server of servers) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Each round gives every contestant its turn, so that other work on the machine meets them all alike. */
const resultsOf = async (
  contestants: Contestants,
  count: number,
  { messageRounds, messageSeconds }: Options,
): Promise<Results> => {
  const results: Results = { ours: [], fetched: [], grouped: [], each: [], nothing: [], beside: [] }
  for (let round = 1; round <= messageRounds; round += 1) {
    for (const [name, { server, pairs, counts }] of Object.entries(contestants) as [Name, Contestant][]) {
      const load: Load = { port: server.port, pairs: pairs.slice(0, count), seconds: messageSeconds, counts }
      const before = server.processorSeconds()
      const result = await runTask(LOAD_TASK, load, LoadResult)
      const processorUs = ((server.processorSeconds() - before) * 1_000_000) / result.sent
      results[name].push({ ...result, processorUs })
      console.log(
        `  ${count} pairs, round ${round}, ${name}: ${result.perSecond.toFixed(0)}/s, p50 ${result.p50.toFixed(2)} ms, p99 ${result.p99.toFixed(2)} ms, ${processorUs.toFixed(0)} µs of processor each`,
      )
    }
  }
  return results
}

/** Even a server without a line of its own would need this long: its statements, and a request as bare Hono answers it. */
const floorOf = (count: number, { nothing, grouped }: Results, { processorUs, statements }: Statements): Figure => ({
  what: `message, ${count} pairs: ours if only its ${statements.toFixed(1)} statements and bare Hono took time`,
  ours: processorUs + median(nothing.map((turn) => turn.processorUs)),
  unit: 'µs',
  limit: { what: GROUPED, value: median(grouped.map((turn) => turn.processorUs)) },
  target: null,
})

const figuresOf = (count: number, results: Results): Figure[] => {
  const medianOf = (name: Name, value: keyof Turn) => median(results[name].map((result) => result[value]))
  const what = (measured: string) => `message, ${count} ${count === 1 ? 'pair' : 'pairs'}: ${measured}`
  const rate = (whose: Name, besides: Name, name: string): Omit<Figure, 'what' | 'target'> => ({
    ours: medianOf(whose, 'perSecond'),
    unit: '/s',
    limit: { what: name, value: medianOf(besides, 'perSecond') },
  })
  const time = (value: 'p50' | 'p99'): Omit<Figure, 'what' | 'target'> => ({
    ours: medianOf('ours', value),
    unit: 'ms',
    limit: { what: GROUPED, value: medianOf('grouped', value) },
  })
  const isTarget = count > 1
  const beside: Figure[] =
    results.beside.length === 0
      ? []
      : [
          { what: what('stored and hinted'), ...rate('ours', 'beside', 'the checkout beside'), target: atLeast(0.97) },
          {
            what: what('processor time each'),
            ours: medianOf('ours', 'processorUs'),
            unit: 'µs',
            limit: { what: 'the checkout beside', value: medianOf('beside', 'processorUs') },
            target: null,
          },
        ]
  return [
    ...beside,
    { what: what('stored and hinted'), ...rate('ours', 'grouped', GROUPED), target: isTarget ? atLeast(0.6) : null },
    { what: what('stored and hinted'), ...rate('ours', 'each', 'three statements, a commit each, FULL'), target: null },
    { what: what('stored and hinted'), ...rate('ours', 'nothing', 'bare Hono, nothing stored'), target: null },
    { what: what('stored and received'), ...rate('fetched', 'grouped', GROUPED), target: null },
    {
      what: what('processor time each'),
      ours: medianOf('ours', 'processorUs'),
      unit: 'µs',
      limit: { what: GROUPED, value: medianOf('grouped', 'processorUs') },
      target: null,
    },
    { what: what('p50'), ...time('p50'), target: null },
    { what: what('p99'), ...time('p99'), target: isTarget ? atMost(3) : null },
  ]
}
