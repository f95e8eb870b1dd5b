/** Sends messages by the use case itself: each sender waits for the answer before it sends the next. */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { diskFiles } from '../../server/adapters/disk-files.ts'
import { createPasswords } from '../../server/adapters/passwords.ts'
import { sandboxProvider } from '../../server/adapters/payments/sandbox.ts'
import { sendMessage } from '../../server/areas/chat/send-message.ts'
import { createHereBus } from '../../server/bus/open.ts'
import { siteDatabase } from '../../server/db/site-database.ts'
import { makeDeps } from '../../server/deps.ts'
import { readEnv } from '../../server/env.ts'
import { isRefusal } from '../../server/http/reply.ts'
import { serveTask } from '../process/task.ts'
import { percentile } from '../report.ts'
import { Inside, type InsideResult } from './inside.ts'

const TEXT =
  'Shall we take the early train to the coast on Sunday? I hear the harbour market has the best cherries, and I know a bench.'
const WARM_UP_SHARE = 0.5

const now = (): number => Date.now()

serveTask(Inside, async ({ dataDir, databaseUrl, pairs, seconds }): Promise<InsideResult> => {
  const env = readEnv({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'no',
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  })
  const database = siteDatabase(env)
  const { engine } = await database.open()
  const stopUpkeep = database.startUpkeep(console)
  let commits = 0
  const deps = makeDeps({
    engine,
    env,
    log: pino({ level: 'silent' }),
    now,
    random: (count) => new Uint8Array(randomBytes(count)),
    bus: createHereBus(now, null),
    settings: () => DEFAULT_SITE_SETTINGS,
    settingsOf: () => null,
    passwords: createPasswords(),
    photos: diskFiles(dataDir, { durable: false }),
    openPayments: sandboxProvider,
    pause: () => Promise.resolve(),
    kickJobs: () => undefined,
    measureGroup: () => (commits += 1),
  })
  let sent = 0
  /** @returns how long each message took, in ms */
  const sendFor = async (ms: number): Promise<number[]> => {
    const times: number[] = []
    const end = performance.now() + ms
    const send = async (sender: number, profile: number): Promise<void> => {
      for (let start = performance.now(); start < end; start = performance.now()) {
        const answer = await sendMessage(deps, sender, { client_id: deps.newId(), profile, type: 'text', text: TEXT })
        if (isRefusal(answer)) throw new Error(`A message was refused: ${answer.body.error}`)
        sent += 1
        times.push(performance.now() - start)
      }
    }
    await Promise.all(pairs.map(({ sender, recipient }) => send(sender, recipient)))
    return times
  }
  await sendFor(seconds * WARM_UP_SHARE * 1_000)
  commits = 0
  const start = performance.now()
  const times = await sendFor(seconds * 1_000)
  const taken = performance.now() - start
  const perCommit = times.length / commits
  await deps.settled()
  await stopUpkeep()
  await engine.close()
  return {
    sent,
    perSecond: (times.length / taken) * 1_000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perCommit,
  }
})
