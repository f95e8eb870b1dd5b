/**
 * Many devices write over HTTP through a faulty network, while the server is killed and restarted, and its files are
 * copied as a power cut would leave them. `npm run test:long` sets CHAOS_SECONDS=60; CHAOS_SEED repeats a run.
 */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/rules/ids.ts'
import type { SyncAnswer } from '#contract/sync.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { startChild, type ChildServer } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'
import { faultyNetwork, type Fault } from './testing/faulty-network.ts'
import type { TestMember } from './testing/members.ts'
import { seededBytes } from './testing/random.ts'

const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 6)
const SEED = process.env['CHAOS_SEED'] ?? 'chaos'
const MEMBERS = 10
/** The number of others to whom each member writes; one of them writes back at the same time. */
const FRIENDS = 3
const CREDITS = 1_000_000
const KILL_EVERY_MS = 2_000
const KILLS_MIN = 2
const POWER_CUT_EVERY_MS = 1_500
const POWER_CUTS_MIN = 3

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

type Write = { id: string; sender: number; profile: number; cost: number }

/** Sends one request on its own connection. @returns null if no answer came */
const ask = (
  origin: string,
  { cookie }: TestMember,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string } | null> =>
  new Promise((resolve) => {
    const headers = { cookie, 'content-type': 'application/json', connection: 'close' }
    const asking = request(`${origin}/api/${path}`, { method, headers, agent: false, timeout: 5_000 }, (answer) => {
      let text = ''
      answer.on('data', (bytes: Buffer) => (text += bytes.toString()))
      answer.on('end', () => resolve(answer.complete ? { status: answer.statusCode ?? 0, text } : null))
      answer.on('error', () => resolve(null))
    })
    asking.on('timeout', () => asking.destroy())
    asking.on('error', () => resolve(null))
    asking.end(body === undefined ? undefined : JSON.stringify(body))
  })

/** Copies the database files as they are on disk. The server is paused meanwhile, whatever it was doing. */
const cutPower = (server: ChildServer, file: string, cutBytes: number): string => {
  const dir = mkdtempSync(join(tmpdir(), 'visavis-power-'))
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
  const copy = join(dir, 'copy.sqlite')
  server.child.kill('SIGSTOP')
  copyFileSync(file, copy)
  if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${copy}-wal`)
  server.child.kill('SIGCONT')
  // Cut into the unfinished group after the last commit; a commit is synced before it is answered, so it stays whole.
  const committed = existsSync(`${copy}-wal`) ? endOfCommits(`${copy}-wal`) : null
  if (committed !== null && statSync(`${copy}-wal`).size > committed)
    truncateSync(`${copy}-wal`, Math.min(statSync(`${copy}-wal`).size, committed + cutBytes))
  return copy
}

/**
 * The end of the last commit in a write-ahead log, in bytes (https://sqlite.org/fileformat.html#walformat). Frames with
 * another salt are left over from before the last checkpoint.
 */
const endOfCommits = (path: string): number => {
  const wal = readFileSync(path)
  if (wal.length < WAL_HEADER) return 0
  const frameBytes = FRAME_HEADER + wal.readUInt32BE(8)
  const salt = wal.subarray(16, 24)
  let end = WAL_HEADER
  for (let at = WAL_HEADER; at + frameBytes <= wal.length; at += frameBytes) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break
    const isCommit = wal.readUInt32BE(at + 4) > 0
    if (isCommit) end = at + frameBytes
  }
  return end
}

const WAL_HEADER = 32
const FRAME_HEADER = 24

test(
  '[SAFE-10] [CHAT-5] [CHAT-14] [PAY-1] many devices, a faulty network, kills and power cuts: each acknowledged write is there once, in order and paid for',
  async () => {
    const nursery = await createTestServer({ start: new Date().toISOString() })
    const members: TestMember[] = []
    for (let index = 0; index < MEMBERS; index += 1)
      members.push(await nursery.signUp(`Member ${index}`, { credits: CREDITS, paid: true }))
    const dir = await dataDirOf(nursery)
    await nursery.close()
    cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
    const file = databaseFile(dir)

    const bytes = seededBytes(SEED)
    const chance = (): number => new DataView(bytes(4).buffer).getUint32(0) / 2 ** 32
    let isStormy = true
    const nextFault = (): Fault => {
      const drawn = isStormy ? chance() : 1
      return drawn < 0.08 ? 'cut' : drawn < 0.16 ? 'lost' : drawn < 0.22 ? 'failed' : 'none'
    }
    const network = await faultyNetwork(nextFault)
    cleanUp.push(network.close)

    let server = await startChild(dir, { MODE: 'demo', LOG_LEVEL: 'error' })
    cleanUp.push(() => server.end('SIGKILL'))
    const connectTo = (): void => network.to(Number(new URL(server.origin).port))
    connectTo()

    /** Per lane, in order: the writes that a device began, and those it knows to be stored. */
    const begun: Write[] = []
    const acknowledged: Write[] = []
    const end = Date.now() + SECONDS * 1_000
    let kills = 0
    const cuts: { copy: string; known: Write[] }[] = []
    // A busy machine takes seconds to start a server, so the run also lasts until enough has happened.
    const isOver = (): boolean => Date.now() >= end && kills >= KILLS_MIN && cuts.length >= POWER_CUTS_MIN

    /** Sends a write until an answer comes, as a device's outbox does, and only then the next. */
    const deliver = async (from: TestMember, write: Write, body: object): Promise<void> => {
      for (;;) {
        const answer = await ask(network.origin, from, 'POST', 'messages', body)
        if (answer?.status === 201) break
        // Only the network and the kills may fail; the server itself must refuse nothing here.
        expect([undefined, 503]).toContain(answer?.status)
        await sleep(20 + chance() * 60)
      }
      acknowledged.push(write)
    }
    const lane = async (from: TestMember, to: TestMember): Promise<void> => {
      for (let count = 0; !isOver(); count += 1) {
        const id = uuidv7(Date.now(), bytes(10))
        const isGift = chance() < 0.1
        const write = { id, sender: from.id, profile: to.id, cost: isGift ? 3 : 1 }
        const what = isGift ? { type: 'gift', gift: 'rose' } : { type: 'text', text: `message ${count}` }
        begun.push(write)
        await deliver(from, write, { client_id: id, profile: to.id, ...what })
        if (chance() < 0.1) await ask(network.origin, from, 'PUT', `likes/${to.id}`)
        if (chance() < 0.1) await ask(network.origin, from, 'DELETE', `likes/${to.id}`)
      }
    }
    const lanes = members.flatMap((from, index) =>
      Array.from({ length: FRIENDS }, (_, step) => lane(from, members[(index + step + 1) % MEMBERS] ?? from)),
    )

    const kill = async (): Promise<void> => {
      while (!isOver()) {
        await sleep(KILL_EVERY_MS * (0.5 + chance() / 2))
        await server.end('SIGKILL')
        server = await startChild(dir, { MODE: 'demo', LOG_LEVEL: 'error' })
        connectTo()
        kills += 1
      }
    }
    const cut = async (): Promise<void> => {
      while (!isOver()) {
        await sleep(POWER_CUT_EVERY_MS)
        if (server.child.exitCode !== null || server.child.signalCode !== null) continue
        const known = [...acknowledged]
        cuts.push({ copy: cutPower(server, file, Math.floor(chance() * 4_000)), known })
      }
    }
    await Promise.all([...lanes, kill(), cut()])
    isStormy = false

    expect(Math.min(network.counts.cut, network.counts.lost, network.counts.failed)).toBeGreaterThan(10)
    for (const { copy, known } of cuts) expectSound(copy, known, begun)
    expect(acknowledged).toHaveLength(begun.length)
    const stored = expectSound(file, acknowledged, begun)

    // Each device receives each of its messages through its feed.
    for (const member of members) {
      const mine = stored.filter(({ sender, recipient }) => [sender, recipient].includes(member.id))
      const heard = new Set(await feedOf(server.origin, member))
      expect(mine.filter(({ id }) => !heard.has(id))).toEqual([])
      expect(heard.size).toBe(mine.length)
    }
    expect(await server.end('SIGTERM')).toBe(0)
  },
  (SECONDS + 100) * 1_000,
)

type StoredMessage = { id: number; client_id: string; sender: number; recipient: number; cost: number }

/** Opens the files as a starting server does, and compares them with the devices' knowledge. */
const expectSound = (file: string, known: readonly Write[], begun: readonly Write[]): StoredMessage[] => {
  const database = new Database(file)
  const all = <Row>(sql: string): Row[] => database.prepare<[], Row>(sql).all()
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  const stored = all<StoredMessage>(`select m.id, m.client_id, m.sender, p.member as recipient, -l.amount as cost
    from messages m join participants p on p.conversation = m.conversation and p.member <> m.sender
    left join ledger l on l.reference = cast(m.id as text) and l.reason in ('message', 'gift') order by m.id`)

  const ids = stored.map(({ client_id }) => client_id)
  expect(new Set(ids).size).toBe(ids.length)
  const storedIds = new Set(ids)
  expect(
    known.filter(({ id }) => !storedIds.has(id)),
    'acknowledged and lost',
  ).toEqual([])
  const begunIds = new Map(begun.map((write) => [write.id, write]))
  expect(
    stored.filter((row) => begunIds.get(row.client_id)?.cost !== row.cost),
    'paid otherwise',
  ).toEqual([])
  // A lane sends one write after another, so the stored writes are the first ones that it began, in that order.
  const laneOf = ({ sender, profile }: Pick<Write, 'sender' | 'profile'>): string => `${sender}-${profile}`
  const lanes = Map.groupBy(stored, (row) => laneOf({ sender: row.sender, profile: row.recipient }))
  const begunLanes = Map.groupBy(begun, laneOf)
  for (const [lane, rows] of lanes)
    expect(rows.map(({ client_id }) => client_id)).toEqual(
      (begunLanes.get(lane) ?? []).slice(0, rows.length).map(({ id }) => id),
    )
  expect(
    all(`select id from users where credits <> (select coalesce(sum(amount), 0) from ledger where user_id = users.id)`),
  ).toEqual([])
  expect(
    all(`select member from participants as p where unread <>
      (select count(*) from messages where conversation = p.conversation and sender <> p.member)`),
  ).toEqual([])
  database.close()
  return stored
}

/** The ids of all messages that a device with an empty store receives. */
const feedOf = async (origin: string, member: TestMember): Promise<number[]> => {
  const ids: number[] = []
  for (let after = 0; ;) {
    const answer = await ask(origin, member, 'GET', `sync?after=${after}`)
    if (answer?.status !== 200) return ids
    const { seq, messages } = JSON.parse(answer.text) as SyncAnswer
    ids.push(...messages.map(({ id }) => id))
    after = seq
  }
}
