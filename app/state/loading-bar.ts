/**
 * The progress of the loading bar [SHELL-15]. Nobody knows how long a screen takes: the bar runs for its default time,
 * waits at the end, and hides 500 ms after everything has loaded. Fast loads show no bar.
 */
import { signal, type ReadonlySignal } from '@preact/signals-react'
import {
  LOADING_BAR_GONE_MS,
  LOADING_BAR_SHOWN_AFTER_MS,
  PAGE_PROGRESS_MS,
  PROGRESS_STEP_MS,
} from '#contract/limits.ts'
import { after, now } from '../ports/clock.ts'

type Clock = { now: () => number; after: (ms: number, run: () => void) => () => void }

const nothing = (): void => {}

/** In percent, or null while no bar shows. */
export const createLoadingBar = ({ now, after }: Clock, durationMs = PAGE_PROGRESS_MS) => {
  const percent = signal<number | null>(null)
  let waitingFor = 0
  let began = 0
  let stop = nothing

  const step = (): void => {
    percent.value = Math.min(100, Math.round(((now() - began) / durationMs) * 100))
    if (percent.value < 100) stop = after(PROGRESS_STEP_MS, step)
  }

  const begin = (): void => {
    waitingFor += 1
    if (waitingFor > 1) return
    stop()
    // One skeleton makes room for the next: for the member this is one load.
    if (percent.peek() !== null) {
      step()
      return
    }
    began = now()
    stop = after(LOADING_BAR_SHOWN_AFTER_MS, step)
  }

  const end = (): void => {
    waitingFor -= 1
    if (waitingFor > 0) return
    stop()
    if (percent.peek() === null) return
    percent.value = 100
    stop = after(LOADING_BAR_GONE_MS, () => {
      percent.value = null
    })
  }

  return { percent: percent as ReadonlySignal<number | null>, begin, end }
}

export const loadingBar = createLoadingBar({ now, after })
