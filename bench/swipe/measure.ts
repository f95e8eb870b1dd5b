/** Measures the cost of a drag in the swipe game [LIKE-5], beside an empty element that is dragged in the same browser. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { BrowserContext, Page } from 'playwright'
import { persistentContext } from '../../e2e/support/chromium.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import { copyMembersWithPhotos } from '../product/members.ts'
import { logIn } from '../product/sessions.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type Figure, type Measured } from '../report/figure.ts'
import { median, percentile } from '../report/statistics.ts'
import { drag, type Dragged } from './drags.ts'
import { EMPTY_DRAG } from './empty.ts'

const MEMBERS = 300
const DEMO_MEMBER = 1
const CPU_SLOWDOWN = 4
/** So many that the deck lasts: every second one passes a card. */
const DRAGS = 12
/** The time of one frame at 60 per second. */
const FRAME_MS = 16

export const measureSwipes = async (options: Options): Promise<Measured> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-swipe-'))
  try {
    await buildIfStale()
    const dataDir = join(folder, 'data')
    await copyMembersWithPhotos(MEMBERS, dataDir)
    const database = new Database(databaseFile(dataDir))
    const [name = '', value = ''] = logIn(database, DEMO_MEMBER).split('=')
    database.close()
    const ours = await startProduct(dataDir, options)
    try {
      return await inBrowser(async (context) => {
        await context.addCookies([{ name, value, url: ours.origin }])
        const empty = await dragged(context, (page) => page.setContent(EMPTY_DRAG), 'div')
        const game = await dragged(context, (page) => page.goto(`${ours.origin}/swipe-game`), '[data-role="top"]')
        return { figures: figuresOf(game, empty), notes: [NOTE] }
      })
    } finally {
      await ours.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const NOTE = `Swipes: ${DRAGS} drags by touch, half of them passing a card, processor ×${CPU_SLOWDOWN} slower, 390 × 844, beside an empty element dragged the same way in the same browser.`

const inBrowser = async <Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> => {
  const { context, close } = await persistentContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    chromiumSandbox: false,
  })
  try {
    return await work(context)
  } finally {
    await close()
  }
}

const dragged = async (
  context: BrowserContext,
  open: (page: Page) => Promise<unknown>,
  selector: string,
): Promise<Dragged> => {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await open(page)
  await page.waitForSelector(selector)
  await page.waitForLoadState('networkidle')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is nowhere`)
  const result = await drag(page, cdp, box, DRAGS)
  await page.close()
  return result
}

const figuresOf = (game: Dragged, empty: Dragged): Figure[] => {
  return [
    {
      what: 'swipe, scripting a frame: median',
      ours: script(game),
      unit: 'ms',
      limit: { what: 'a frame', value: FRAME_MS },
      target: atMost(1),
    },
    {
      what: 'swipe, scripting a frame: beside',
      ours: script(game),
      unit: 'ms',
      limit: limit(script(empty)),
      target: null,
    },
    {
      what: 'swipe, main thread a frame: median',
      ours: task(game),
      unit: 'ms',
      limit: limit(task(empty)),
      target: null,
    },
    {
      what: 'swipe, main thread a frame: worst of 20',
      ours: percentile(
        game.moves.map((move) => move.task),
        0.95,
      ),
      unit: 'ms',
      limit: limit(
        percentile(
          empty.moves.map((move) => move.task),
          0.95,
        ),
      ),
      target: null,
    },
    {
      what: 'swipe, from frame to frame: median',
      ours: median(game.frames),
      unit: 'ms',
      limit: limit(median(empty.frames)),
      target: atMost(1.25),
    },
  ]
}

const limit = (value: number) => ({ what: 'empty element', value })
const script = ({ moves }: Dragged): number => median(moves.map((move) => move.script))
const task = ({ moves }: Dragged): number => median(moves.map((move) => move.task))
