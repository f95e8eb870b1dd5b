/**
 * A device after a year beside one of the first week: how much it keeps, and how fast it starts with no network at all.
 * Both are phones of their own on one site, measured turn by turn; the browser is ended in between [PWA-1].
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { buildIfStale } from '../../scripts/build.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import { copyMembersWithPhotos } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import type { MeasureResult } from '../report.ts'
import { CPU_SLOWDOWN } from '../visit/browser.ts'
import { buildLimits } from '../visit/limits.ts'
import { serveFolder } from '../visit/static-server.ts'
import { openDevice, type Device } from './device.ts'
import { SCREENS, yearFigures, type Screen, type Starts } from './figures.ts'
import { buildScreenLimit, readSentScreen } from './screen-limit.ts'
import { storedBy, type StoredSizes } from './stored.ts'
import { FEW, writeHistory, YEAR, type Writer, liveThrough } from './history.ts'

/** More than a year's profiles, and already made for `search`. */
const MEMBERS = 10_000
/** A member looks at a screen at least that long. */
const SETTLE_MS = 2_500
const ROW = 'a[href^="/chats/"] time'
const BUBBLE = '[data-chunk] li'
const CARD = 'main a[href^="/members/"]'
const READY = { list: ROW, conversation: BUBBLE, search: CARD } as const

export const measureYear = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-year-data-'))
  const devices: Device[] = []
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    await buildIfStale()
    const limit = await serveFolder((await buildLimits(folder)).react)
    closing.unshift(() => limit.close())
    const dataDir = join(folder, 'data')
    await copyMembersWithPhotos(MEMBERS, dataDir)
    const [few, year] = writersIn(dataDir)
    const server = await startProduct(dataDir, options)
    closing.unshift(() => server.stop())
    for (let count = 0; count < 3; count += 1) devices.push(await openDevice())
    const [bare, first, old] = devices
    if (!bare || !first || !old) throw new Error('Three devices were opened')

    await install(bare, limit.origin)
    const held = {
      few: await lived(first, server.origin, few),
      year: await lived(old, server.origin, year),
    }
    const limits = new Map<Screen, string>()
    for (const screen of SCREENS) {
      const built = join(folder, screen)
      const url = server.origin + pathOf(screen, year)
      await buildScreenLimit(await old.run(async ({ context }) => readSentScreen(await context.newPage(), url)), built)
      const served = await serveFolder(built)
      closing.unshift(() => served.close())
      await install(bare, served.origin)
      limits.set(screen, served.origin + pathOf(screen, year))
    }
    const starts: Starts = { bare: [], tapped: [], list: noStarts(), conversation: noStarts(), search: noStarts() }
    for (let round = 1; round <= options.visitRounds; round += 1) {
      starts.bare.push(await bare.coldStart(limit.origin, 'button'))
      for (const screen of SCREENS) {
        starts[screen].limit.push(await bare.coldStart(limits.get(screen) ?? '', READY[screen]))
        for (const [side, device, writer] of [['few', first, few] as const, ['year', old, year] as const]) {
          starts[screen][side].push(await device.coldStart(server.origin + pathOf(screen, writer), READY[screen]))
        }
      }
      starts.tapped.push(await old.coldStart(`${server.origin}/chats`, BUBBLE, ROW))
      console.log(`  round ${round}: ${JSON.stringify(starts, (_, value: unknown) => lastOf(value))}`)
    }
    return {
      figures: yearFigures(starts, held),
      notes: [
        `Year: median of ${options.visitRounds} starts of a browser that was ended, no network, processor of the page ×${CPU_SLOWDOWN} slower, 390 × 844.`,
        `Year: the device holds ${rowsOf(held.year)}; the other ${rowsOf(held.few)}.`,
      ],
    }
  } finally {
    for (const device of devices) await device.remove()
    for (const close of closing) await close()
  }
}

const noStarts = (): Starts['list'] => ({ few: [], year: [], limit: [] })

const install = (device: Device, origin: string): Promise<unknown> =>
  device.run(async ({ context }) => {
    const page = await context.newPage()
    await page.goto(origin)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  })

const pathOf = (screen: Screen, { path }: Writer): string =>
  ({ list: '/chats', conversation: path, search: '/members' })[screen]

/** For the log: a list shows its last start alone. */
const lastOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.at(-1) ?? null
  return typeof value === 'number' ? Math.round(value * 1_000) / 1_000 : value
}

const writersIn = (dataDir: string): [Writer, Writer] => {
  const database = new Database(databaseFile(dataDir))
  // Two who have not written to anyone.
  const [one = 0, other = 0] = database
    .prepare<[], { id: number }>(
      `select id from users where status = 'active' and id not in (select member from participants) order by id limit 2`,
    )
    .all()
    .map(({ id }) => id)
  const now = Date.now()
  const writers: [Writer, Writer] = [writeHistory(database, one, FEW, now), writeHistory(database, other, YEAR, now)]
  database.close()
  return writers
}

/** The first visit, all of the member's use, and a start with the network, after which the device has settled. */
const lived = async (
  device: Device,
  origin: string,
  { id, cookie, path: opened, history }: Writer,
): Promise<StoredSizes> => {
  await device.run(async ({ context }) => {
    await context.addCookies([{ ...cookie, url: origin, expires: Date.now() / 1_000 + 86_400 }])
    const page = await context.newPage()
    await page.goto(`${origin}/chats`)
    await liveThrough(page, history)
  })
  return device.run(async (running) => {
    const page = await running.context.newPage()
    for (const [screen, path] of [
      ['conversation', opened],
      ['search', '/members'],
      ['list', '/chats'],
    ] as const) {
      await page.goto(origin + path)
      await page.waitForSelector(READY[screen])
      await page.waitForLoadState('networkidle').catch(() => {})
      await page.waitForTimeout(SETTLE_MS)
    }
    return storedBy(running, page, id)
  })
}

const rowsOf = ({ rows, cachesMB }: StoredSizes): string =>
  `${['conversations', 'messages', 'profiles', 'photos'].map((store) => `${rows[store]?.toLocaleString('en')} ${store}`).join(', ')} (${cachesMB.toFixed(0)} MB in caches)`
