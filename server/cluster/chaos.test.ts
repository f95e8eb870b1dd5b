/** Servers, primaries and the bus of a cluster fail under load; nothing that was acknowledged is lost or doubled. */
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/rules/ids.ts'
import { callsAt, startCluster, type Cluster } from '../testing/cluster.ts'
import type { TestMember } from '../testing/members.ts'
import { seededBytes } from '../testing/random.ts'

const SEED = process.env['CLUSTER_SEED'] ?? 'cluster 1'
const KILLS = Number(process.env['CLUSTER_KILLS'] ?? 20)
const SENDERS = 12
const RECEIVERS = 4
/** The messages that are acknowledged between two failures. */
const BETWEEN = 60

let cluster: Cluster | undefined
afterEach(() => cluster?.stop(), 120_000)

type Draft = { client_id: string; profile: number; type: 'text'; text: string }

/** Sends one message after the other, each until a server acknowledges it, as a device does. */
const sendAsDevice = async (
  { servers }: Cluster,
  from: TestMember,
  next: () => Draft | null,
  acknowledge: (draft: Draft, id: number) => void,
): Promise<void> => {
  for (let draft = next(), attempt = from.id; draft; attempt += 1) {
    const server = servers[attempt % servers.length]
    const sent = await callsAt(server, from.cookie)('messages.send', { body: draft }).catch(() => null)
    if (sent !== null && (sent.status === 200 || sent.status === 201)) {
      acknowledge(draft, sent.body.message.id)
      draft = next()
    } else if (sent !== null && sent.status < 500) throw new Error(`Refused with ${sent.status}: ${sent.text}`)
    else await pause(100)
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)) // A device waits before it repeats a write.

type Failure = 'kill a server' | 'stop a server' | 'kill the primary' | 'stop the bus'
/** Every sixth failure is the primary, every sixth the bus. */
const FAILURES: Failure[] = [
  'kill a server',
  'kill the primary',
  'kill a server',
  'stop a server',
  'stop the bus',
  'kill a server',
]

/** A dead process is forgotten within this time: then its jobs run elsewhere [OPS-10]. */
const FORGOTTEN_MS = 3_000

const processes = async (cluster: Cluster): Promise<string[]> =>
  (await cluster.rows<{ id: string }>('select id from job_processes')).map(({ id }) => id)

/** Kills a server. @returns the ms until the others have forgotten it */
const killServer = async (cluster: Cluster, place: number): Promise<number> => {
  const before = await processes(cluster)
  await cluster.servers[place]?.end('SIGKILL')
  const killedAt = performance.now()
  for (let now = before; now.length === before.length; now = await processes(cluster)) await pause(50)
  return performance.now() - killedAt
}

const fail = async (cluster: Cluster, failure: Failure, place: number, forgotten: number[]): Promise<void> => {
  if (failure === 'kill the primary') return cluster.postgres.failOver()
  if (failure === 'stop the bus') {
    await cluster.bus.kill()
    await pause(3_000) // The servers serve without it meanwhile.
    return cluster.bus.start()
  }
  if (failure === 'kill a server') forgotten.push(await killServer(cluster, place))
  else await cluster.servers[place]?.end('SIGTERM')
  await cluster.replace(place)
}

test(
  `[OPS-8] after ${KILLS} failures under load (seed "${SEED}"), each acknowledged message is stored, charged and received once`,
  async ({ annotate }) => {
    cluster = await startCluster(3)
    const running = cluster
    const random = seededBytes(SEED)
    const draw = (below: number): number => (random(1)[0] ?? 0) % below
    const members = (count: number, name: string, credits?: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          running.nursery.signUp(`${name} ${index}`, credits === undefined ? {} : { credits }),
        ),
      )
    const [receivers, senders] = [await members(RECEIVERS, 'Receiver'), await members(SENDERS, 'Sender', 100_000)]

    const acknowledged = new Map<string, number>()
    let isOver = false
    const draftTo = (profile: number): Draft | null =>
      isOver ? null : { client_id: uuidv7(Date.now(), random(10)), profile, type: 'text', text: 'Hello' }
    const load = Promise.all(
      senders.map((from, place) =>
        sendAsDevice(
          running,
          from,
          () => draftTo(receivers[place % RECEIVERS]?.id ?? 0),
          (draft, id) => acknowledged.set(draft.client_id, id),
        ),
      ),
    )
    const enough = async (): Promise<void> => {
      const until = acknowledged.size + BETWEEN
      while (acknowledged.size < until) await pause(20)
    }
    const failures: Failure[] = []
    const forgotten: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      await Promise.race([enough(), load])
      const failure = FAILURES[kill < FAILURES.length ? kill : draw(FAILURES.length)] ?? 'kill a server'
      failures.push(failure)
      await fail(running, failure, draw(3), forgotten)
    }
    await Promise.race([enough(), load])
    isOver = true
    await load

    const counts = Object.groupBy(failures, (failure) => failure)
    const words = Object.entries(counts).map(([failure, { length }]) => `${failure}: ${length}`)
    const slowest = Math.round(Math.max(0, ...forgotten))
    await annotate(
      `${acknowledged.size} messages; ${words.join(', ')}; a dead process was forgotten within ${slowest} ms`,
    )

    const stored = await running.rows<{ id: string; client_id: string }>('select id, client_id from messages')
    expect(new Map(stored.map(({ id, client_id }) => [client_id, Number(id)]))).toEqual(acknowledged)
    expect(stored.length).toBe(acknowledged.size)
    const ids = [...acknowledged.values()].toSorted((one, other) => one - other)
    const debits = await running.rows<{ reference: string }>(
      `select reference from ledger where reason = 'message' order by reference::bigint`,
    )
    expect(debits.map(({ reference }) => Number(reference))).toEqual(ids)
    expect(await running.rows(WRONG_BALANCES)).toEqual([])
    expect(await running.rows(FEEDS_WITH_HOLES)).toEqual([])
    expect(await running.rows(WRONG_UNREAD)).toEqual([])
    const received = await Promise.all(receivers.map((member, place) => receivedBy(running, member, place)))
    expect(received.flat().toSorted((one, other) => one - other)).toEqual(ids)
    expect(forgotten.filter((ms) => ms > FORGOTTEN_MS)).toEqual([])
  },
  KILLS * 120_000,
)

/** The messages that a device without data gets from the member's feed, page by page. */
const receivedBy = async ({ servers }: Cluster, member: TestMember, place: number): Promise<number[]> => {
  const call = callsAt(servers[place % servers.length], member.cookie)
  const ids: number[] = []
  for (let after = 0, more = true; more;) {
    const { body } = await call('sync', { query: { after: String(after) } })
    ids.push(...body.messages.map(({ id }) => id))
    after = body.seq
    more = body.more
  }
  return ids
}

const WRONG_BALANCES = `select id from users
  where credits <> (select coalesce(sum(amount), 0) from ledger where user_id = users.id)`
const FEEDS_WITH_HOLES = `select id from users
  where feed_seq - feed_floor <> (select count(*) from changes where member = users.id)`
const WRONG_UNREAD = `select member from participants as p where unread <>
  (select count(*) from messages where conversation = p.conversation and sender <> p.member)`
