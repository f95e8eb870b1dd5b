/** A first visit, a return and a start without network, beside an empty page and a bare React page. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { buildIfStale } from '../../scripts/build.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import { copyMembersWithPhotos, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import type { MeasureResult } from '../report.ts'
import { CPU_SLOWDOWN, LINK, type Cookie } from './browser.ts'
import { visitFigures } from './figures.ts'
import { openFront } from './front.ts'
import { buildLimits, copyAssets, withoutCode } from './limits.ts'
import { visitInTurns, type Page } from './rounds.ts'
import { serveFolder } from './static-server.ts'

/** As many as the demo has. */
const MEMBERS = 300
/** The first seeded account: it has conversations, likes and unread messages. */
const DEMO_MEMBER = 1

export const measureVisits = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-visit-'))
  const closing: (() => unknown)[] = []
  try {
    await buildIfStale()
    const limits = await buildLimits(folder)
    const empty = await serveFolder(limits.empty)
    const react = await serveFolder(limits.react)
    closing.push(
      () => empty.close(),
      () => react.close(),
    )
    const dataDir = join(folder, 'data')
    await copyMembersWithPhotos(MEMBERS, dataDir)
    const publicUrl = options.front ? await frontUrl() : undefined
    const session = sessionOf(dataDir, publicUrl)
    const server = await startProduct(
      dataDir,
      options,
      publicUrl === undefined ? {} : { PUBLIC_URL: publicUrl, TRUST_PROXY: '1' },
    )
    closing.push(() => server.stop())
    const stillFolder = join(folder, 'still')
    const index = await (await fetch(server.origin)).text()
    await copyAssets(index, stillFolder)
    writeFileSync(join(stillFolder, 'index.html'), withoutCode(index))
    const still = await serveFolder(stillFolder)
    closing.push(() => still.close())
    const urls = {
      ours: publicUrl ?? server.origin,
      empty: options.front ? await frontUrl() : empty.origin,
      react: options.front ? await frontUrl() : react.origin,
      still: options.front ? await frontUrl() : still.origin,
    }
    const front = options.front
      ? await openFront(folder, [
          [urls.ours, server.origin],
          [urls.empty, empty.origin],
          [urls.react, react.origin],
          [urls.still, still.origin],
        ])
      : null
    if (front) closing.push(() => front.close())

    const { results, troubles } = await visitInTurns(
      {
        empty: limit('empty HTML', urls.empty, false),
        react: limit('bare React', urls.react, true),
        // Our front page's document as it is, with its pictures: what its markup and styles take by themselves.
        still: { ...limit('index without a script', urls.still, false), ready: 'a[href="/signup"]' },
        index: { name: 'index', url: `${urls.ours}/`, ready: 'a[href="/signup"]', cookies: [], hasWorker: true },
        // Its parts are not among what everyone's device takes, so it has no start without network after one visit.
        lander: {
          name: 'lander',
          url: `${urls.ours}/landers/maplanding`,
          ready: 'a[href="/signup"]',
          cookies: [],
          hasWorker: false,
        },
        chats: {
          name: 'chat list',
          url: `${urls.ours}/chats`,
          ready: 'a[href^="/chats/"]',
          cookies: [{ ...session, url: urls.ours }],
          hasWorker: true,
        },
      },
      options.visitRounds,
      front?.browserArgs ?? [],
    )
    return {
      figures: visitFigures(results),
      notes: [
        `Visits: median of ${options.visitRounds} rounds, ${LINK.roundTripMs} ms round trip, ${LINK.downKbps} kbit/s down, processor ×${CPU_SLOWDOWN} slower, 390 × 844, ${front ? 'HTTP/2 and TLS by nginx' : 'HTTP/1.1 without TLS'}.`,
        ...troubles.map((trouble) => `Visits: ${trouble}`),
      ],
    }
  } finally {
    for (const close of closing.toReversed()) await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const frontUrl = async (): Promise<string> => `https://localhost:${await freePort()}`

const limit = (name: string, url: string, hasWorker: boolean): Page => ({
  name,
  url,
  ready: 'button',
  cookies: [],
  hasWorker,
})

const sessionOf = (dataDir: string, publicUrl: string | undefined): Pick<Cookie, 'name' | 'value'> => {
  const database = new Database(databaseFile(dataDir))
  const [name = '', value = ''] = logIn(database, DEMO_MEMBER, publicUrl).split('=')
  database.close()
  return { name, value }
}
