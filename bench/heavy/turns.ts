/**
 * Preloaded into the server (`--import`): measures the processor time of each turn of the event loop, and answers with the
 * longest since the last question. Processor time, because other work on the machine lengthens every turn by the clock.
 */
import { createServer } from 'node:http'
import { isMainThread } from 'node:worker_threads'
import * as v from 'valibot'

export const Turns = v.object({ longestMs: v.number(), over: v.number() })
export type Turns = v.InferOutput<typeof Turns>

/** No turn may take longer. */
export const TURN_MS_MAX = 25

let longest = 0
let over = 0

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

let before = processorMs()
const watch = (): void => {
  const now = processorMs()
  const turn = now - before
  before = now
  longest = Math.max(longest, turn)
  if (turn > TURN_MS_MAX) over += 1
  setImmediate(watch)
}

const port = process.env['TURNS_PORT']
// The options of Node reach worker threads too.
if (port !== undefined && isMainThread) {
  setImmediate(watch)
  createServer((_, response) => {
    const answer: Turns = { longestMs: longest, over }
    response.end(JSON.stringify(answer))
    longest = 0
    over = 0
  })
    .listen(Number(port), '127.0.0.1')
    .unref()
}
