/** Measures the movement between two screens at a slow processor: from a card, from a row and from a tab. */
import type { Locator, Page } from 'playwright'
import type { Options } from '../options.ts'
import { onPhone } from '../product/phone.ts'
import { atMost, type Figure, type MeasureResult, median } from '../report.ts'
import { CPU_SLOWDOWN } from '../visit/browser.ts'

const ROUNDS = 6
/** Two frames at 60 per second: a longer one is seen as a jerk. */
const FRAMES_MS = 32
/** A tap that is answered within this time feels immediate. */
const ANSWER_MS = 100

type Transition = { what: string; from: string; link: string }

const WAYS: readonly Transition[] = [
  { what: 'card to profile', from: '/members', link: 'article a[href^="/members/"]' },
  { what: 'row to conversation', from: '/chats', link: 'a[href^="/chats/"]' },
  { what: 'tab to tab', from: '/likes', link: 'nav a[href="/members"]' },
]

export const measureTransitions = (options: Options): Promise<MeasureResult> =>
  onPhone('transitions', options, async ({ context, origin }) => {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const figures: Figure[] = []
    for (const way of WAYS) {
      await page.goto(origin + way.from)
      await linkOf(page, way).waitFor()
      await page.waitForLoadState('networkidle')
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
      figures.push(...figuresOf(way.what, await walk(page, way)))
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    }
    return { figures, notes: [NOTE] }
  })

const NOTE = `Transitions: ${ROUNDS} of each after one to warm up, processor ×${CPU_SLOWDOWN} slower, 390 × 844; the median round.`

/** A large window's links are in the page too, but hidden. */
const linkOf = (page: Page, { link }: Transition): Locator => page.locator(link).filter({ visible: true }).first()

const walk = async (page: Page, way: Transition): Promise<TransitionTimes[]> => {
  const moved: TransitionTimes[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    moved.push(await move(page, linkOf(page, way)))
    await page.goBack()
    await page.waitForURL(`**${way.from}`)
    await linkOf(page, way).waitFor()
    // The previous screen's own movement has ended by then.
    await page.waitForTimeout(400)
  }
  return moved.slice(1)
}

const figuresOf = (what: string, moved: readonly TransitionTimes[]): Figure[] => [
  {
    what: `transition, ${what}: longest frame`,
    ours: median(moved.map(({ longest }) => longest)),
    unit: 'ms',
    limit: { what: 'two frames', value: FRAMES_MS },
    target: atMost(1),
  },
  {
    what: `transition, ${what}: tap to next screen`,
    ours: median(moved.map(({ wait }) => wait)),
    unit: 'ms',
    limit: { what: 'at once', value: ANSWER_MS },
    target: atMost(1),
  },
]

/** The frames around one tap on a link: the wait for the next screen, and the frames of the movement to it. */
type TransitionTimes = {
  /** From the tap to the frame after the first one with the next screen, when that one has been painted, in ms. */
  wait: number
  /** The longest time between two frames of the movement, in ms; NaN if nothing moved. */
  longest: number
}

/** Longer than the wait for the next screen and the movement to it, also on a loaded machine. */
const PAUSE_MS = 1_500

type Frame = { at: number; path: string; moves: boolean }

declare global {
  interface Window {
    benchTransition?: { taps: number[]; frames: Frame[] }
  }
}

export const move = async (page: Page, link: Locator): Promise<TransitionTimes> => {
  await page.evaluate(record)
  const before = new URL(page.url()).pathname
  await link.tap()
  await page.waitForTimeout(PAUSE_MS)
  const { taps, frames } = await page.evaluate(() => window.benchTransition ?? { taps: [], frames: [] })
  const shown = frames[frames.findIndex(({ path }) => path !== before) + 1]
  const steps = frames.flatMap(({ at, moves }, index) => {
    const last = frames[index - 1]
    return last !== undefined && moves && last.moves ? [at - last.at] : []
  })
  return {
    wait: (shown?.at ?? Number.NaN) - (taps.at(-1) ?? Number.NaN),
    longest: steps.length === 0 ? Number.NaN : Math.max(...steps),
  }
}

/** Serialised into the page: it may use nothing from outside itself. */
const record = (): void => {
  if (window.benchTransition) {
    window.benchTransition = { taps: [], frames: [] }
    return
  }
  window.benchTransition = { taps: [], frames: [] }
  addEventListener('click', ({ timeStamp }) => window.benchTransition?.taps.push(timeStamp), { capture: true })
  const frame = (at: number): void => {
    const moves = document.getAnimations().some(
      ({ playState, currentTime, effect }) =>
        playState === 'running' &&
        // An animation that has only been made waits for the next screen to be rendered: nothing moves yet.
        Number(currentTime) > 0 &&
        effect instanceof KeyframeEffect &&
        effect.target?.matches('#main, [data-moves]') === true,
    )
    window.benchTransition?.frames.push({ at, path: location.pathname, moves })
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}
