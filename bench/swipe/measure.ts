/** Measures the cost of a drag in the swipe game [LIKE-5], beside an empty element that is dragged in the same browser. */
import type { BrowserContext, Page } from 'playwright'
import type { Options } from '../options.ts'
import { onPhone } from '../product/phone.ts'
import { atMost, type Figure, type Measured } from '../report/figure.ts'
import { median, percentile } from '../report/statistics.ts'
import { drag, type Dragged } from './drags.ts'

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
/** So many that the deck lasts: every second one passes a card. */
const DRAGS = 12
/** The time of one frame at 60 per second. */
const FRAME_MS = 16

export const measureSwipes = (options: Options): Promise<Measured> =>
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
