/** The frames around one tap on a link: the wait for the next screen, and the frames of the movement to it. */
import type { Locator, Page } from 'playwright'

export type Moved = {
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

export const move = async (page: Page, link: Locator): Promise<Moved> => {
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
