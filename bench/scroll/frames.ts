/** Reads from a trace how long scripts ran in each frame of the page that scrolled. */

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

export const TRACED = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame', 'v8.execute', 'v8']

/** @returns scripting per frame, in ms */
export const scriptingPerFrame = (trace: string): number[] => {
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
