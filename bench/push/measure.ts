/** Pushes made ready per second by our sender, beside the library it uses; then the whole lane with its network. */
import { fileURLToPath } from 'node:url'
import { createECDH, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import webPush from 'web-push'
import { type Options, FLAT_FROM } from '../options.ts'
import { runTask } from '../process/task.ts'
import { atLeast, type MeasureResult, atMost } from '../report.ts'
import { PushRates } from './push-rates.ts'
import { selfSigned } from '../../server/adapters/certificate.ts'
import { databaseFile } from '../../server/adapters/data-dir.ts'
import { copyMembers, logIn } from '../product/members.ts'
import { startProduct } from '../product/start.ts'

const TASK = fileURLToPath(new URL('push-task.ts', import.meta.url))

export const measurePushes = async (options: Options): Promise<MeasureResult> => {
  const { messageRounds, messageSeconds } = options
  const { ours, webPush, encryptionAlone } = await runTask(
    TASK,
    { rounds: messageRounds, seconds: messageSeconds / 2 },
    PushRates,
  )
  const figure = { what: 'push: made ready', ours, unit: '/s' }
  const lane = await measureLane(options)
  return {
    figures: [
      { ...figure, limit: { what: 'web-push, nothing signed', value: encryptionAlone }, target: atLeast(0.8) },
      { ...figure, limit: { what: 'web-push as it comes', value: webPush }, target: null },
      ...lane.figures,
    ],
    notes: lane.notes,
  }
}

const PUSHES = 6_000
const SERVICE_MS = 80
/** Pushes a second on one core. */
const RATE = 2_000
/** On a quiet core encryption takes 110 µs, and a push may take 500 µs. Other work on the machine lengthens both alike. */
const TIMES_ENCRYPTION = 500 / 110
const SAMPLES = 1_000

const measureLane = async (options: Options): Promise<MeasureResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-lane-'))
  const { key, cert } = selfSigned('localhost', Date.now())
  const certificate = join(dataDir, 'stand-in.pem')
  writeFileSync(certificate, cert)
  const standIn = { arrived: 0 }
  const service = createSecureServer({ key, cert }, (request, response) => {
    request.resume()
    standIn.arrived += 1
    setTimeout(() => response.writeHead(201).end(), SERVICE_MS)
  })
  try {
    await copyMembers(FLAT_FROM, dataDir)
    const file = databaseFile(dataDir)
    addPushes(file)
    const port = await listening(service)
    const server = await startProduct(dataDir, options, {
      PUSH_STAND_IN: `https://localhost:${port}`,
      NODE_EXTRA_CA_CERTS: certificate,
    })
    const database = new Database(file, { readonly: true })
    try {
      const waiting = database.prepare(`select count(*) from jobs where kind = 'push.like'`).pluck()
      // The first tenth compiles the code.
      while (standIn.arrived < PUSHES / 10) await sleep(5)
      const encryptionBefore = encryptionMicroseconds()
      const [from, start, used] = [standIn.arrived, performance.now(), server.processorSeconds()]
      while (Number(waiting.get()) > 0) await sleep(5)
      const seconds = (performance.now() - start) / 1_000
      const microseconds = ((server.processorSeconds() - used) * 1_000_000) / (PUSHES - from)
      if (standIn.arrived !== PUSHES) throw new Error(`${PUSHES} pushes were due, ${standIn.arrived} arrived`)
      return {
        figures: [
          {
            what: `push: delivered to a service that takes ${SERVICE_MS} ms`,
            ours: (PUSHES - from) / seconds,
            unit: '/s',
            limit: { what: 'at least', value: RATE },
            target: atLeast(1),
          },
          {
            what: 'push: processor time each, from job row to answer',
            ours: microseconds,
            unit: 'µs',
            limit: { what: 'encryption alone', value: (encryptionBefore + encryptionMicroseconds()) / 2 },
            target: atMost(TIMES_ENCRYPTION),
          },
        ],
        notes: [],
      }
    } finally {
      database.close()
      await server.stop()
    }
  } finally {
    service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The processor time of an encryption by the library that the sender uses. */
const encryptionMicroseconds = (): number => {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const device = {
    endpoint: 'https://push.example.test/1',
    keys: { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') },
  }
  const { user, system } = process.cpuUsage()
  for (let sample = 0; sample < SAMPLES; sample += 1)
    webPush.generateRequestDetails(device, 'x'.repeat(1_000), { TTL: 60, contentEncoding: 'aes128gcm' })
  const used = process.cpuUsage({ user, system })
  return (used.user + used.system) / SAMPLES
}

const listening = (service: Http2SecureServer): Promise<number> =>
  new Promise((resolve) => {
    service.listen(0, '127.0.0.1', () => resolve((service.address() as AddressInfo).port))
  })

/** New likes of members with one device each, and the jobs that push them. */
const addPushes = (file: string): void => {
  const database = new Database(file)
  database.transaction(() => {
    const members = database
      .prepare(
        `select users.id from users join profiles on profiles.id = users.id
         where users.status = 'active' and fictional = 0 and invisible = 0 order by users.id limit ?`,
      )
      .pluck()
      .all(PUSHES) as number[]
    if (members.length < PUSHES) throw new Error(`The database has only ${members.length} members for ${PUSHES} pushes`)
    database.exec(`delete from jobs; delete from blocks; update users set settings = '{}', sanction = null`)
    const like = database.prepare('insert or replace into likes (liker, liked, at, seen) values (?, ?, ?, 0)')
    const subscribe = database.prepare(
      `insert into push_subscriptions (endpoint, user_id, session_hash, p256dh, auth, created_at)
       values (?, ?, (select token_hash from sessions where user_id = ? order by created_at desc limit 1), ?, ?, ?)`,
    )
    const push = database.prepare(`insert into jobs (kind, payload, run_at) values ('push.like', ?, ?)`)
    const keys = createECDH('prime256v1')
    for (const [index, member] of members.entries()) {
      const liker = members[(index + 1) % members.length] ?? 0
      like.run(liker, member, Date.now())
      logIn(database, member)
      keys.generateKeys()
      const endpoint = `https://push.example.test/${member}`
      const [p256dh, auth] = [keys.getPublicKey('base64url'), randomBytes(16).toString('base64url')]
      subscribe.run(endpoint, member, member, p256dh, auth, Date.now())
      push.run(JSON.stringify({ liker, member }), Date.now())
    }
  })()
  database.close()
}
