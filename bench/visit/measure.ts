/** A first visit, a return and a start without network, beside an empty page and a bare React page. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { buildIfStale } from '../../scripts/build.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import type { RunningServer } from '../process/server.ts'
import { copyMembersWithPhotos } from '../product/members.ts'
import { logIn } from '../product/sessions.ts'
import { startProduct } from '../product/start.ts'
import type { Measured } from '../report/figure.ts'
import { CPU_SLOWDOWN, LINK, type Cookie } from './browser.ts'
import { visitFigures } from './figures.ts'
import { buildLimits } from './limits.ts'
import { visitInTurns, type Page } from './rounds.ts'
import { serveFolder, type StaticServer } from './static-server.ts'

/** As many as the demo has. */
const MEMBERS = 300
/** The first seeded account: it has conversations, likes and unread messages. */
const DEMO_MEMBER = 1

export const measureVisits = async (options: Options): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-visit-'))
  const open: (StaticServer | RunningServer)[] = []
  try {
    await buildIfStale()
    const limits = await buildLimits(folder)
    const empty = await serveFolder(limits.empty)
    const react = await serveFolder(limits.react)
    open.push(empty, react)
    const dataDir = join(folder, 'data')
    await copyMembersWithPhotos(MEMBERS, dataDir)
    const session = sessionOf(dataDir)
    const ours = await startProduct(dataDir, options)
    open.push(ours)

    const { results, troubles } = await visitInTurns(
      {
        empty: limit('empty HTML', empty, false),
        react: limit('bare React', react, true),
        index: { name: 'index', url: `${ours.origin}/`, ready: 'a[href="/signup"]', cookies: [], hasWorker: true },
        // Its parts are not among what everyone's device takes, so it has no start without network after one visit.
        lander: {
          name: 'lander',
          url: `${ours.origin}/landers/maplanding`,
          ready: 'a[href="/signup"]',
          cookies: [],
          hasWorker: false,
        },
        chats: {
          name: 'chat list',
          url: `${ours.origin}/chats`,
          ready: 'a[href^="/chats/"]',
          cookies: [{ ...session, url: ours.origin }],
          hasWorker: true,
        },
      },
      options.visitRounds,
    )
    return {
      figures: visitFigures(results),
      notes: [
        `Visits: median of ${options.visitRounds} rounds, ${LINK.roundTripMs} ms round trip, ${LINK.downKbps} kbit/s down, processor ×${CPU_SLOWDOWN} slower, 390 × 844, HTTP/1.1.`,
        ...troubles.map((trouble) => `Visits: ${trouble}`),
      ],
    }
  } finally {
    for (const server of open) await ('close' in server ? server.close() : server.stop())
    rmSync(folder, { recursive: true, force: true })
  }
}

const limit = (name: string, { origin }: StaticServer, hasWorker: boolean): Page => ({
  name,
  url: origin,
  ready: 'button',
  cookies: [],
  hasWorker,
})

const sessionOf = (dataDir: string): Pick<Cookie, 'name' | 'value'> => {
  const database = new Database(databaseFile(dataDir))
  const [name = '', value = ''] = logIn(database, DEMO_MEMBER).split('=')
  database.close()
  return { name, value }
}
