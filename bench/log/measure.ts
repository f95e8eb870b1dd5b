/** The cost of one log line and one measurement a request [OPS-12], [OPS-13]: the same server with both and with neither. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { openConnection } from '../http/connection.ts'
import type { Options } from '../options.ts'
import type { RunningServer } from '../process/server.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type MeasureResult } from '../report.ts'

const MEMBERS = 300
const MEMBER = 1
/** A refresh, a list and a member's own data, as a device asks for them. */
const PATHS = ['/api/sync?after=0', '/api/chats', '/api/user']
const REQUESTS = 1_200
const TURNS = 40

type Contestant = { server: RunningServer; cookie: string; microseconds: number[] }

export const measureLog = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-log-'))
  const contestants: Contestant[] = []
  const start = async (name: string, env: Record<string, string>): Promise<Contestant> => {
    const dataDir = join(folder, name)
    await copyMembers(MEMBERS, dataDir)
    const database = new Database(databaseFile(dataDir))
    const cookie = logIn(database, MEMBER)
    database.close()
    const server = await startProduct(dataDir, options, env)
    const contestant = { server, cookie, microseconds: [] }
    contestants.push(contestant)
    return contestant
  }
  try {
    const bare = await start('bare', {})
    const observed = await start('observed', { LOG_LEVEL: 'info', METRICS_PORT: '0' })
    // The first turn warms both up.
    for (let turn = 0; turn <= TURNS; turn += 1) {
      const order = turn % 2 === 0 ? [bare, observed] : [observed, bare]
      for (const contestant of order) {
        const used = await turnOf(contestant)
        if (turn > 0) contestant.microseconds.push(used)
      }
    }
    return {
      figures: [
        {
          what: 'log: processor time of a read, with its log line and its measurement',
          ours: lowerQuartile(observed.microseconds),
          unit: 'µs',
          limit: { what: 'neither', value: lowerQuartile(bare.microseconds) },
          target: atMost(1.03),
        },
      ],
      notes: [`log: the lower quartile of ${TURNS} turns of ${REQUESTS} reads each, turn by turn.`],
    }
  } finally {
    for (const { server } of contestants) await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Other work on the machine makes a turn longer, never shorter. */
const lowerQuartile = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 4)] ?? Number.NaN

/** @returns microseconds of processor time a request */
const turnOf = async ({ server, cookie }: Contestant): Promise<number> => {
  const connection = await openConnection(server.port)
  const before = server.processorSeconds()
  for (let request = 0; request < REQUESTS; request += 1)
    await connection.request('GET', PATHS[request % PATHS.length] ?? '/', { cookie })
  connection.close()
  return ((server.processorSeconds() - before) * 1_000_000) / REQUESTS
}
