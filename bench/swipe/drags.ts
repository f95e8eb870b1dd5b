/** Fingers on a page: so many drags, and what each frame of them cost the page's main thread. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright'

/** The cost of one pointer move until the next one, in ms. */
export type Move = { script: number; task: number }
export type Dragged = { moves: Move[]; /** Between two frames the page was given, in ms. */ frames: number[] }

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
export const drag = async (page: Page, cdp: CDPSession, box: Box, drags: number): Promise<Dragged> => {
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
