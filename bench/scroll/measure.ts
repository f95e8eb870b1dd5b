/** Scrolling through ten thousand messages, beside a page that scrolls and does nothing else. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { buildIfStale } from '../../scripts/build.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import type { Options } from '../options.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'
import { atMost, type MeasureResult, median } from '../report.ts'
import { CPU_SLOWDOWN } from '../visit/browser.ts'
import { strangersOf, writeConversation, type Conversation } from './long-conversation.ts'
import { withScroller, type PageMemory } from './scroller.ts'

const MEMBERS = 300
const MEMBER = 1
const MESSAGES = 10_000
/** The number of messages in the short history whose heap is the reference. */
const FEW = 600
const FRAME_MS = 16
/** A heap of the same content differs by so much from one collection to the next. */
const GROWTH = 1.2

const WALK_MS_MAX = 180_000

const LIST = '[data-chunk]'

export const measureScrolling = async (options: Options): Promise<MeasureResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-scroll-'))
  try {
    await buildIfStale()
    const dataDir = join(folder, 'data')
    await copyMembers(MEMBERS, dataDir)
    const { cookie, long, short } = prepare(dataDir)
    const server = await startProduct(dataDir, options)
    try {
      const empty = await withScroller(async ({ page, frames }) => {
        await page.setContent(EMPTY)
        await page.evaluate(() => window.scrollTo(0, 200_000))
        return frames()
      })
      const few = await readBack(server.origin, cookie, short)
      const many = await readBack(server.origin, cookie, long)
      return {
        figures: [
          {
            what: `scroll, ${MESSAGES.toLocaleString('en')} messages: scripting per frame, median`,
            ours: median(many.frames),
            unit: 'ms',
            limit: { what: 'at most', value: FRAME_MS },
            target: atMost(1),
          },
          {
            what: 'scroll, nothing else: scripting per frame, median',
            ours: median(empty),
            unit: 'ms',
            limit: null,
            target: null,
          },
          growth('heap', 'MB', few.held.heapBytes / 1e6, many.held.heapBytes / 1e6),
          growth('DOM nodes', '', few.held.nodes, many.held.nodes),
        ],
        notes: [
          `Scrolling: a finger over 24,000 px up and down, processor ×${CPU_SLOWDOWN} slower, 390 × 844; ${many.frames.length} frames of ours, ${empty.length} of the empty page.`,
        ],
      }
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const growth = (what: string, unit: string, few: number, many: number) => ({
  what: `scroll, ${what} after all ${MESSAGES.toLocaleString('en')} messages`,
  ours: many,
  unit,
  limit: { what: `after ${FEW}`, value: few },
  target: atMost(GROWTH),
})

const prepare = (
  dataDir: string,
): { cookie: { name: string; value: string }; long: Conversation; short: Conversation } => {
  const database = new Database(databaseFile(dataDir))
  const [one = 0, other = 0] = strangersOf(database, MEMBER)
  const now = Date.now()
  const long = writeConversation(database, { member: MEMBER, partner: one, messages: MESSAGES, now })
  const short = writeConversation(database, { member: MEMBER, partner: other, messages: FEW, now })
  const [name = '', value = ''] = logIn(database, MEMBER).split('=')
  database.close()
  return { cookie: { name, value }, long, short }
}

/** Reads a conversation back to its beginning, then scrolls about in its middle. */
const readBack = (
  origin: string,
  cookie: { name: string; value: string },
  { path, first }: Conversation,
): Promise<{ frames: number[]; held: PageMemory }> =>
  withScroller(async ({ context, page, frames, held }) => {
    await context.addCookies([{ ...cookie, url: origin }])
    await page.goto(origin + path)
    await page.waitForSelector(LIST)
    await toBeginning(page, first)
    await scrollTo(page, 0.5)
    return { held: await held(), frames: await frames() }
  })

const scrollTo = async (page: Page, part: number): Promise<void> => {
  await page.evaluate((part) => {
    const box = document.querySelector('[role=region]:has([data-chunk])')
    if (box) box.scrollTop = box.scrollHeight * part
  }, part)
  await page.waitForTimeout(1_000) // Let its requests end before anything is counted.
}

/** A chunk names the message it begins with: the beginning is there with the first. */
const toBeginning = async (page: Page, first: number): Promise<void> => {
  const end = performance.now() + WALK_MS_MAX
  while ((await page.locator(`[data-chunk="${first}"]`).count()) === 0) {
    if (performance.now() > end) throw new Error('The beginning of the conversation did not come')
    await page.evaluate(() => {
      const box = document.querySelector('[role=region]:has([data-chunk])')
      if (box) box.scrollTop = 0
    })
    await page.waitForTimeout(20) // As fast as a hand scrolls; it looks again, and stops in time.
  }
}

/** The page asks for every frame: scrolled by the compositor alone it would make none, and there were nothing to compare. */
const EMPTY = `<!doctype html><meta name="viewport" content="width=device-width">
<div style="height:400000px"></div><script>const turn = () => requestAnimationFrame(turn); turn()</script>`
