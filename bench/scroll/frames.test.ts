import { expect, test } from 'vitest'
import { scriptingPerFrame } from './frames.ts'

const event = (name: string, ts: number, dur?: number, tid = 1) => ({ name, ph: 'X', pid: 1, tid, ts, dur })

test('scripting is summed per frame of the busiest page, one script within another once', () => {
  const traceEvents = [
    event('BeginMainThreadFrame', 0),
    event('EventDispatch', 100, 3_000),
    event('FunctionCall', 200, 1_000),
    event('RunMicrotasks', 5_000, 500),
    event('BeginMainThreadFrame', 16_000),
    event('Layout', 17_000, 9_000),
    event('BeginMainThreadFrame', 32_000),
    event('BeginMainThreadFrame', 0, undefined, 2),
    event('FunctionCall', 300, 7_000, 2),
  ]
  expect(scriptingPerFrame(JSON.stringify({ traceEvents }))).toEqual([3.5, 0])
})
