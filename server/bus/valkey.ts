/**
 * The bus of several processes, over Valkey or Redis. A process subscribes to the channels of the members who have a
 * stream here. Its own streams get an event directly, so they never wait for the network.
 *
 * Without a connection each process uses limits of its own, and its streams read the database every few seconds. The
 * client reconnects by itself.
 */
import { hash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, defineScript, type CommandParser } from '@redis/client'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { DeskHint } from '#contract/desk/events.ts'
import { StreamEvent } from '#contract/events.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { bucketsOf, limited, type BucketUse, type Rates } from '../rates.ts'
import { createBuckets } from './buckets.ts'
import type { Bus } from './bus.ts'
import { createStreams } from './streams.ts'

type Needs = {
  now: () => number
  /** Null counts nothing. */
  rates: Rates | null
  log: Logger
  /** For tests, which do not wait as long, on machines that are slower. */
  checkAwayMs?: number
  commandMs?: number
}

/** A request never waits longer for the bus. */
const COMMAND_MS = 1_000
/**
 * The timeout has this many steps. A process that does something else for a second reads no answer and takes one step: the bus is not
 * away because this process was busy.
 */
const COMMAND_STEPS = 4
const CONNECT_MS = 3_000
/** After a command without an answer, the process sends no commands for this long. */
const BREAK_MS = 2_000
const RETRY_MAX_MS = 1_000
/** A connection that is quiet for longer is dead: the client pings three times in this time. */
const SILENCE_MS = 6_000
/** How often each stream reads the database while the bus is away. */
const CHECK_AWAY_MS = 10_000
/** The same with the bus, since any event may get lost. */
const CHECK_MS = MINUTE_MS
/** Streams are checked in batches, so that 10,000 of them do not read the database at once. */
const CHECK_BATCH = 100
const CHECK_PAUSE_MS = 50

const RATE_PREFIX = 'visavis:rate:'
const DESK_CHANNEL = 'visavis:desk'
const MEMBER_PREFIX = 'visavis:member:'
const channelOf = (member: number): string => MEMBER_PREFIX + member

/** `from`: the sending process, whose own streams have the event already. */
const From = v.object({ from: v.string() })
const BusMessage = v.pipe(
  v.string(),
  v.parseJson(),
  v.variant('act', [
    v.object({ ...From.entries, act: v.literal('event'), event: StreamEvent }),
    v.object({ ...From.entries, act: v.literal('end'), session: v.string() }),
    v.object({ ...From.entries, act: v.literal('rename'), session: v.string(), to: v.string() }),
    v.object({ ...From.entries, act: v.literal('desk'), hint: v.custom<DeskHint>((hint) => typeof hint === 'string') }),
  ]),
)
type BusMessage = v.InferOutput<typeof BusMessage>

/**
 * Counts one use in each bucket, until one refuses: the same token buckets as in `buckets.ts`, by the clock of the Valkey
 * server. Answers the number of the bucket that refused, or 0, and what each bucket has left.
 */
const COUNT = `
local time = redis.call('TIME')
local at = time[1] * 1000 + time[2] / 1000
local lefts = {}
for nth, key in ipairs(KEYS) do
  local count, per = tonumber(ARGV[2 * nth - 1]), tonumber(ARGV[2 * nth])
  local before = redis.call('HMGET', key, 'left', 'at')
  local left = count
  if before[1] then left = math.min(count, before[1] + math.max(0, at - before[2]) / per * count) end
  local after = left < 1 and left or left - 1
  redis.call('HSET', key, 'left', tostring(after), 'at', string.format('%.3f', at))
  redis.call('PEXPIRE', key, math.ceil(per))
  lefts[nth] = tostring(after)
  if left < 1 then return { nth, lefts } end
end
return { 0, lefts }
`
const countScript = defineScript({
  SCRIPT: COUNT,
  parseCommand: (parser: CommandParser, uses: readonly BucketUse[]) => {
    // Addresses and phone numbers stay out of Valkey.
    parser.pushKeysLength(uses.map(({ key }) => RATE_PREFIX + hash('sha256', key, 'base64url')))
    for (const { count, perMs } of uses) parser.push(String(count), String(perMs))
  },
  transformReply: (reply: unknown): unknown => reply,
})
const CountLeft = v.pipe(v.string(), v.transform(Number), v.number())
const CountedUse = v.strictTuple([v.number(), v.array(CountLeft)])

const connect = async (url: string, role: 'commands' | 'subscriber', noteFailure: (error: unknown) => void) => {
  const client = createClient({
    url,
    scripts: { countScript },
    // A command without a connection fails at once; a subscription waits for it.
    disableOfflineQueue: role === 'commands',
    pingInterval: SILENCE_MS / 3,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(RETRY_MAX_MS, 50 * 2 ** Math.min(tries, 10)),
    },
  })
  // The client reconnects for ever. Without a listener an error would end the process.
  client.on('error', noteFailure)
  const connected = client.connect().catch(() => undefined)
  await Promise.race([connected, pause(CONNECT_MS, undefined, { ref: false })])
  return client
}

type Client = Awaited<ReturnType<typeof connect>>

/** Sends commands of which none makes a request wait longer than `commandMs`. */
const createAsker = (
  client: Client,
  { log, commandMs, isStopped }: { log: Logger; commandMs: number; isStopped: () => boolean },
) => {
  /** The end of the time without commands, by `performance.now`. */
  let brokenUntil = 0
  const isBroken = (): boolean => performance.now() < brokenUntil
  const sendNoneForAWhile = (): void => {
    brokenUntil = performance.now() + BREAK_MS
  }

  /** @returns undefined if the bus does not answer */
  const ask = async <Answer>(command: () => Promise<Answer>): Promise<Answer | undefined> => {
    if (!client.isReady || isBroken()) return undefined
    const late = Promise.withResolvers<undefined>()
    let steps = 0
    const timer = setInterval(() => {
      steps += 1
      if (steps < COMMAND_STEPS) return
      sendNoneForAWhile()
      late.resolve(undefined)
    }, commandMs / COMMAND_STEPS)
    try {
      return await Promise.race([command(), late.promise])
    } catch (error) {
      if (client.isReady && !isStopped()) {
        sendNoneForAWhile()
        log.error({ err: error }, 'the bus refused a command, trying again in 2 s')
      }
      return undefined
    } finally {
      clearInterval(timer)
    }
  }

  return { ask, isBroken }
}

/** Logs when the bus goes away, with the reason, and when it answers again. */
const createReporter = (log: Logger) => {
  /** Why there is no connection: without it nobody can tell a wrong password from a machine that is down. */
  let failure: unknown
  let wasAway: boolean | null = null
  return {
    noteFailure: (error: unknown): void => void (failure = error),
    report: (isAway: boolean): void => {
      if (isAway === wasAway) return
      wasAway = isAway
      if (isAway) {
        log.warn({ err: failure }, 'the bus is away, this process uses its own limits and its streams ask the database')
        return
      }
      failure = undefined
      log.info('the bus is connected')
    },
  }
}

/** Lets the streams of this process read the database regularly. @param isAway whether the bus is away, so that they read it more often */
const startChecks = (
  { miss, members }: Pick<ReturnType<typeof createStreams>, 'miss' | 'members'>,
  isAway: () => boolean,
  checkAwayMs: number,
) => {
  let checkedAt = performance.now()
  let isChecking = false
  const check = async (): Promise<void> => {
    checkedAt = performance.now()
    if (isChecking) return
    isChecking = true
    for (const [nth, member] of members().entries()) {
      miss(member)
      if (nth % CHECK_BATCH === CHECK_BATCH - 1) await pause(CHECK_PAUSE_MS, undefined, { ref: false })
    }
    isChecking = false
  }
  const timer = setInterval(() => {
    if (performance.now() - checkedAt >= (isAway() ? checkAwayMs : CHECK_MS)) void check()
  }, checkAwayMs / 10).unref()
  return { check, stop: (): void => clearInterval(timer) }
}

/** Resolves also without a connection: the server then starts with the bus away. */
export const openValkeyBus = async (
  url: string,
  { now, rates, log, checkAwayMs = CHECK_AWAY_MS, commandMs = COMMAND_MS }: Needs,
): Promise<Bus> => {
  const { miss, has, send, members, ...streams } = createStreams()
  const self = randomUUID()
  const own = createBuckets(now)
  const { noteFailure, report } = createReporter(log)
  const [commands, subscriber] = await Promise.all([
    connect(url, 'commands', noteFailure),
    connect(url, 'subscriber', noteFailure),
  ])
  let isStopped = false

  const { ask, isBroken } = createAsker(commands, { log, commandMs, isStopped: () => isStopped })
  const isAway = (): boolean => !commands.isReady || !subscriber.isReady || isBroken()

  const sendToOthers = (channel: string, message: BusMessage): void =>
    void commands.publish(channel, JSON.stringify(message)).catch(() => undefined)

  const receive = (text: string, channel: string): void => {
    const { success, output } = v.safeParse(BusMessage, text)
    // Another process may run a newer version.
    if (!success || output.from === self) return
    const member = Number(channel.slice(MEMBER_PREFIX.length))
    if (output.act === 'event') send(member, output.event)
    else if (output.act === 'end') streams.endSession(member, output.session)
    else if (output.act === 'rename') streams.renameSession(member, output.session, output.to)
    else streams.publishToDesk(output.hint)
  }

  /** Subscribes to a member with streams here and unsubscribes from one without, until that has succeeded. */
  const follow = async (member: number): Promise<void> => {
    try {
      if (!has(member)) return await subscriber.unsubscribe(channelOf(member))
      await subscriber.subscribe(channelOf(member), receive)
      // Events may have been sent before the subscription began.
      miss(member)
    } catch {
      if (!isStopped) setTimeout(() => void follow(member), RETRY_MAX_MS).unref()
    }
  }

  const checks = startChecks({ miss, members }, isAway, checkAwayMs)
  const reportState = (): void => {
    if (!isStopped) report(isAway())
  }
  reportState()
  for (const client of [commands, subscriber]) {
    client.on('ready', reportState)
    client.on('error', reportState)
  }
  // Emitted after the client has subscribed again.
  subscriber.on('ready', () => void checks.check())
  void subscriber.subscribe(DESK_CHANNEL, receive).catch(() => undefined)

  return {
    ...streams,
    publish: (member, event) => {
      send(member, event)
      sendToOthers(channelOf(member), { from: self, act: 'event', event })
    },
    isOpen: async (member) => {
      if (has(member)) return true
      const channel = channelOf(member)
      const counts = await ask(() => commands.pubSubNumSub([channel]))
      return (counts?.[channel] ?? 0) > 0
    },
    open: (member, sessionHash, stream) => {
      const isFollowed = has(member)
      const close = streams.open(member, sessionHash, stream)
      if (!isFollowed) void follow(member)
      return () => {
        close()
        if (!has(member)) void follow(member)
      }
    },
    endSession: (member, session) => {
      streams.endSession(member, session)
      sendToOthers(channelOf(member), { from: self, act: 'end', session })
    },
    renameSession: (member, session, to) => {
      streams.renameSession(member, session, to)
      sendToOthers(channelOf(member), { from: self, act: 'rename', session, to })
    },
    publishToDesk: (hint) => {
      streams.publishToDesk(hint)
      sendToOthers(DESK_CHANNEL, { from: self, act: 'desk', hint })
    },
    use: async (name, who) => {
      if (!rates) return null
      const uses = bucketsOf(name, who, rates)
      const answer = await ask(async () => v.parse(CountedUse, await commands.countScript(uses)))
      if (answer === undefined) return own.count(uses)
      const [refusedBy, lefts] = answer
      // If the bus goes away, this process continues from what all processes have left.
      for (const [nth, left] of lefts.entries()) own.set(uses[nth], left)
      const refused = uses[refusedBy - 1]
      return refused ? limited(lefts[refusedBy - 1] ?? 0, refused) : null
    },
    isAway,
    stop: async () => {
      isStopped = true
      checks.stop()
      // The last events of this process leave before the connection closes.
      await ask(() => commands.ping())
      for (const client of [commands, subscriber]) client.destroy()
    },
  }
}
