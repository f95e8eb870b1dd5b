/** A phone of the lower middle that scrolls: by finger, as fast as a person does, and the whole way at once. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'
import { CHROMIUM_ARGS, chromiumPath } from '../../e2e/support/chromium.ts'
import { CPU_SLOWDOWN } from '../visit/browser.ts'

const SCREEN = { width: 390, height: 844 } as const
/** A quick finger, in pixels a second. */
const SPEED = 3_000
const DISTANCE = 24_000

export type PageMemory = { heapBytes: number; nodes: number }

type Scroller = {
  context: BrowserContext
  page: Page
  /** Scrolls up and down again; scripting per frame in ms, on the slowed processor. */
  frames: () => Promise<number[]>
  /** The heap of the page after a garbage collection. */
  held: () => Promise<PageMemory>
}

export const withScroller = async <Result>(work: (scroller: Scroller) => Promise<Result>): Promise<Result> => {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGS })
  try {
    const context = await browser.newContext({ viewport: SCREEN, isMobile: true, hasTouch: true, locale: 'en-US' })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    return await work({ context, page, frames: () => framesOf(browser, page, cdp), held: () => heldBy(cdp) })
  } finally {
    await browser.close()
  }
}

const framesOf = async (browser: Browser, page: Page, cdp: CDPSession): Promise<number[]> => {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await browser.startTracing(page, { categories: TRACED })
  for (const distance of [DISTANCE, -DISTANCE])
    await cdp.send('Input.synthesizeScrollGesture', {
      x: SCREEN.width / 2,
      y: SCREEN.height / 2,
      yDistance: distance,
      speed: SPEED,
      gestureSourceType: 'touch',
      preventFling: true,
    })
  const trace = await browser.stopTracing()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return scriptingPerFrame(trace.toString('utf8'))
}

const heldBy = async (cdp: CDPSession): Promise<PageMemory> => {
  await cdp.send('Performance.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const metricOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return { heapBytes: metricOf('JSHeapUsedSize'), nodes: metricOf('Nodes') }
}

type TraceEvent = { name: string; ph: string; pid: number; tid: number; ts: number; dur?: number }

const FRAME = 'BeginMainThreadFrame'
/** Trace events that run scripts; nested events count once. */
const SCRIPTS = new Set([
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'FireIdleCallback',
  'TimerFire',
  'RunMicrotasks',
  'EventDispatch',
  'MajorGC',
  'MinorGC',
])

const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'v8.execute', 'v8']

/** Reads from a trace how long scripts ran in each frame of the page that scrolled. @returns scripting per frame, in ms */
const scriptingPerFrame = (trace: string): number[] => {
  const { traceEvents } = JSON.parse(trace) as { traceEvents: TraceEvent[] }
  const thread = busiest(traceEvents)
  const own = traceEvents.filter((event) => threadOf(event) === thread)
  const frames = own
    .filter(({ name }) => name === FRAME)
    .map(({ ts }) => ts)
    .toSorted((one, other) => one - other)
  const scripts = outermost(own.filter(({ name, ph }) => ph === 'X' && SCRIPTS.has(name)))
  return frames.slice(0, -1).map((begin, index) => {
    const end = frames[index + 1] ?? begin
    const within = scripts.filter(({ ts }) => ts >= begin && ts < end)
    return within.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1_000
  })
}

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`

/** The page's main thread: the one that made the frames. */
const busiest = (events: readonly TraceEvent[]): string => {
  const counts = new Map<string, number>()
  for (const event of events)
    if (event.name === FRAME) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

const outermost = (events: readonly TraceEvent[]): TraceEvent[] => {
  const kept: TraceEvent[] = []
  let end = 0
  for (const event of events.toSorted((one, other) => one.ts - other.ts)) {
    if (event.ts < end) continue
    kept.push(event)
    end = event.ts + (event.dur ?? 0)
  }
  return kept
}
