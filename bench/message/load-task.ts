/** The load: each sender waits until its recipient has the message before it sends the next. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from '#contract/rules/ids.ts'
import { openConnection, type Connection } from '../http/connection.ts'
import { openEventStream, type EventStream } from '../http/event-stream.ts'
import { serveTask } from '../process/task.ts'
import { percentile } from '../report.ts'
import { Load, type LoadResult, type Pair } from './load.ts'

const TEXT =
  'Shall we take the early train to the coast on Sunday? I hear the harbour market has the best cherries, and I know a bench.'
const WARM_UP_SHARE = 0.25
// Longer than a message takes on a busy machine.
const QUIET_MS = 1_000
const ACKNOWLEDGE_MS = 1_000

type Line = {
  pair: Pair
  sender: Connection
  recipient: Connection
  events: EventStream
  /** The recipient's feed up to the last message, and by how much one message moves it. */
  seq: number
  step: number
  sent: number
  acknowledgedAt: number
}

serveTask(Load, async (load): Promise<LoadResult> => {
  const lines = await Promise.all(load.pairs.map((pair) => openLine(load, pair)))
  await Promise.all(lines.map(learnStep))

  const latencies: number[] = []
  const start = performance.now()
  const measureFrom = start + load.seconds * WARM_UP_SHARE * 1_000
  const end = measureFrom + load.seconds * 1_000
  await Promise.all(
    lines.map(async (line) => {
      for (let now = performance.now(); now < end;) {
        await deliverOne(line, load.counts === 'fetched')
        const then = performance.now()
        if (now >= measureFrom && then <= end) latencies.push(then - now)
        now = then
      }
    }),
  )
  for (const { sender, recipient, events } of lines) for (const open of [sender, recipient, events]) open.close()
  if (latencies.length === 0) throw new Error('No message arrived in the measured time: the machine is too busy')
  return {
    sent: lines.reduce((sum, line) => sum + line.sent, 0),
    perSecond: latencies.length / load.seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
})

const openLine = async ({ port }: Load, pair: Pair): Promise<Line> => ({
  pair,
  sender: await openConnection(port),
  recipient: await openConnection(port),
  events: await openEventStream(port, '/api/events', pair.recipient),
  seq: 0,
  step: 0,
  sent: 0,
  acknowledgedAt: 0,
})

/** Two messages with silence after each show the feed's seq and how far one message moves it. */
const learnStep = async (line: Line): Promise<void> => {
  for (const _ of [1, 2]) {
    const before = line.events.seq()
    await send(line)
    await line.events.reached(before + 1)
    await sleep(QUIET_MS)
    line.step = line.events.seq() - before
    line.seq = line.events.seq()
  }
}

const deliverOne = async (line: Line, fetched: boolean): Promise<void> => {
  const before = line.seq
  line.seq += line.step
  const [clientId] = await Promise.all([send(line), line.events.reached(line.seq)])
  if (!fetched) return
  const isCarried = line.events.carried(clientId)
  const now = performance.now()
  if (isCarried && now - line.acknowledgedAt < ACKNOWLEDGE_MS) return
  // A device acknowledges once a second what the stream carried, and fetches the rest.
  line.acknowledgedAt = now
  const after = isCarried ? line.seq : before
  const news = await line.recipient.request('GET', `/api/sync?after=${after}`, { cookie: line.pair.recipient })
  if (!isCarried && !news.body.includes(clientId))
    throw new Error(`The recipient heard of ${clientId} but did not get it`)
}

const send = async (line: Line): Promise<string> => {
  const { pair, sender } = line
  const clientId = uuidv7(Date.now(), randomBytes(10))
  line.sent += 1
  const body = JSON.stringify({ client_id: clientId, profile: pair.profile, type: 'text', text: TEXT })
  const answer = await sender.request('POST', '/api/messages', { cookie: pair.sender }, body)
  if (answer.status >= 300) throw new Error(`The server refused a message: ${answer.head}\n${answer.body}`)
  return clientId
}
