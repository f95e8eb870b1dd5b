/** Measures the cost of a drag in the swipe game [LIKE-5], beside an empty element that is dragged in the same browser. */
import type { BrowserContext, Page, CDPSession } from 'playwright'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Options } from '../options.ts'
import { onPhone } from '../product/phone.ts'
import { atMost, type Figure, type MeasureResult, median, percentile } from '../report.ts'

/** The minimum cost of a drag: one empty element that follows the finger. */
const EMPTY_DRAG = `<!doctype html><meta name="viewport" content="width=device-width">
<style>div{position:fixed;inset:64px 16px 220px;background:#f3e4da;border-radius:24px;touch-action:none;will-change:transform}</style>
<div></div>
<script>
const card = document.querySelector('div')
let from = null
card.addEventListener('pointerdown', ({ clientX, clientY }) => { from = { x: clientX, y: clientY } })
card.addEventListener('pointermove', ({ clientX, clientY }) => {
  if (from) card.style.transform = 'translate3d(' + (clientX - from.x) + 'px,' + (clientY - from.y) + 'px,0)'
})
card.addEventListener('pointerup', () => { from = null; card.style.transform = '' })
</script>`

const CPU_SLOWDOWN = 4
/** The deck lasts for this number of drags: every second one passes a card. */
const DRAGS = 12
/** The time of one frame at 60 per second. */
const FRAME_MS = 16

export const measureSwipes = (options: Options): Promise<MeasureResult> =>
  onPhone('swipe', options, async ({ context, origin }) => {
    const empty = await dragged(context, (page) => page.setContent(EMPTY_DRAG), 'div')
    const game = await dragged(context, (page) => page.goto(`${origin}/swipe-game`), '[data-role="top"]')
    return { figures: figuresOf(game, empty), notes: [NOTE] }
  })

const NOTE = `Swipes: ${DRAGS} drags by touch, half of them passing a card, processor ×${CPU_SLOWDOWN} slower, 390 × 844, beside an empty element dragged the same way in the same browser.`

const dragged = async (
  context: BrowserContext,
  open: (page: Page) => Promise<unknown>,
  selector: string,
): Promise<DragRecord> => {
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

const figuresOf = (game: DragRecord, empty: DragRecord): Figure[] => {
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
const script = ({ moves }: DragRecord): number => median(moves.map((move) => move.script))
const task = ({ moves }: DragRecord): number => median(moves.map((move) => move.task))

/** The cost of one pointer move until the next one, in ms. */
type Move = { script: number; task: number }
type DragRecord = { moves: Move[]; /** Between two frames the page was given, in ms. */ frames: number[] }

const MOVES = 24
const MOVE_MS = 1_000 / 60
/** Each move of the finger, in px; so far out the card would go if it were let go there. */
const STEP = 9
/** Long enough for a card to spring back, or to be out of sight and the next one on top. */
const REST_MS = 450

/**
 * Drags the element in the middle of the screen, by turns out and back again, and out to the left for good.
 * @param box the place of the element, in px
 */
const drag = async (page: Page, cdp: CDPSession, box: Box, drags: number): Promise<DragRecord> => {
  await cdp.send('Performance.enable', { timeDomain: 'timeTicks' })
  await page.evaluate(recordFrames)
  const moves: Move[] = []
  const frames: number[] = []
  for (let number = 0; number < drags; number += 1) {
    const path = number % 2 === 0 ? outAndBack() : out()
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await touch(cdp, 'touchStart', from)
    await page.evaluate(() => window.benchFrames?.splice(0))
    let before = await spent(cdp)
    for (const x of path) {
      await Promise.all([touch(cdp, 'touchMove', { x: from.x + x, y: from.y + x / 12 }), sleep(MOVE_MS)])
      const now = await spent(cdp)
      moves.push({ script: now.script - before.script, task: now.task - before.task })
      before = now
    }
    const times = (await page.evaluate(() => window.benchFrames)) ?? []
    frames.push(...times.slice(1).map((time, place) => time - (times[place] ?? time)))
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await sleep(REST_MS)
  }
  return { moves, frames }
}

type Box = { x: number; y: number; width: number; height: number }

const outAndBack = (): number[] => {
  const half = Array.from({ length: MOVES / 2 }, (_, step) => STEP * (step + 1))
  return [...half, ...half.toReversed()]
}
const out = (): number[] => Array.from({ length: MOVES }, (_, step) => (-STEP * (step + 1)) / 2 - 60)

const touch = (cdp: CDPSession, type: 'touchStart' | 'touchMove', { x, y }: { x: number; y: number }) =>
  cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x, y }] })

const spent = async (cdp: CDPSession): Promise<Move> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  const ms = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1_000
  return { script: ms('ScriptDuration'), task: ms('TaskDuration') }
}

declare global {
  interface Window {
    benchFrames?: number[]
  }
}

/** Serialised into the page: it may use nothing from outside itself. */
const recordFrames = (): void => {
  const times: number[] = (window.benchFrames ??= [])
  const frame = (time: number): void => {
    times.push(time)
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
