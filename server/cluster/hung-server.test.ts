/** HAProxy with the sample of `deploy/cluster`, in front of two servers of which one hangs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { uuidv7 } from '#contract/rules/ids.ts'
import { callsOn } from '../testing/calls.ts'
import { startCluster } from '../testing/cluster.ts'
import type { TestMember } from '../testing/members.ts'
import { seededBytes } from '../testing/random.ts'
import { freePort } from '../testing/free-port.ts'

const SAMPLE = join(import.meta.dirname, '../../deploy/cluster/haproxy.cfg')
const SENDERS = 6
/** The messages of each sender before the hang, during it, and after it. */
const EACH = 20
/** A device waits so long for an answer (`sw/server-api.ts`). */
const DEVICE_MS = 20_000

/** The sample with the ports of this test. Only root may become another user, and no PostgreSQL is asked here. */
const settingsFor = (port: number, postgresPort: number, servers: readonly string[]): string => {
  const changes: [from: string | RegExp, to: string][] = [
    ['bind 127.0.0.1:3001', `bind 127.0.0.1:${port}`],
    ['bind 127.0.0.1:5000', `bind 127.0.0.1:${postgresPort}`],
    ['10.0.0.21:3000', servers[0] ?? ''],
    ['10.0.0.22:3000', servers[1] ?? ''],
    [/10\.0\.0\.1\d:5432/g, '127.0.0.1:9'],
    ['default-server port 8008', 'default-server port 9'],
    [/^ *(?:user|group) haproxy\n/gm, ''],
    // Debian's service may open 40,000 files, and the shell of a test often not.
    ['maxconn 20000', 'maxconn 200'],
  ]
  return changes.reduce(
    (text, [from, to]) => {
      const changed = text.replace(from, to)
      if (changed === text) throw new Error(`The sample has no ${String(from)}`)
      return changed
    },
    readFileSync(SAMPLE, 'utf8'),
  )
}

/** @returns the origin that leads to the servers */
const startProxy = async (servers: readonly string[]): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'visavis-haproxy-'))
  const [port, postgresPort] = [await freePort(), await freePort()]
  writeFileSync(join(folder, 'haproxy.cfg'), settingsFor(port, postgresPort, servers))
  const proxy = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = once(proxy, 'exit')
    if (proxy.exitCode === null) proxy.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const isUp = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  await expect.poll(() => (proxy.exitCode === null ? isUp().catch(() => 0) : 'ended'), { timeout: 20_000 }).toBe(200)
  return `http://127.0.0.1:${port}`
}

test('[OPS-8] a server that hangs is left out before any device stops waiting, and serves again when it continues', async () => {
  const cluster = await startCluster(2)
  onTestFinished(cluster.stop, 120_000)
  const { nursery, servers } = cluster
  const origin = await startProxy(servers.map((server) => new URL(server.origin).host))
  const senders = await Promise.all(
    Array.from({ length: SENDERS }, (_, index) => nursery.signUp(`Sender ${index}`, { credits: 10_000 })),
  )
  const receiver = await nursery.signUp('Receiver')
  const random = seededBytes('hung server')
  const acknowledged = new Set<string>()
  let gaveUp = 0

  /** As nginx does, each request has a connection of its own. */
  const callsOf = (member: TestMember) =>
    callsOn(
      {
        request: (url, init) =>
          fetch(url.replace(/^http:\/\/[^/]+/, origin), {
            ...init,
            headers: { ...(init.headers as Record<string, string>), connection: 'close' },
            signal: AbortSignal.timeout(DEVICE_MS),
          }),
      },
      member.cookie,
    )
  const send = async (member: TestMember): Promise<void> => {
    const draft = { client_id: uuidv7(Date.now(), random(10)), profile: receiver.id, type: 'text', text: 'Hi' } as const
    for (;;) {
      const status = await callsOf(member)('messages.send', { body: draft }).then(
        (answer) => answer.status,
        (error: Error) => {
          if (error.name === 'TimeoutError') gaveUp += 1
          return 0
        },
      )
      if (status === 200 || status === 201) break
      // A connection that HAProxy cut, or a write that waited for one that hangs: a device repeats both.
      if (status !== 0 && status < 500) throw new Error(`Refused with ${status}`)
      await new Promise((resolve) => setTimeout(resolve, 100)) // A device waits before it repeats a write.
    }
    acknowledged.add(draft.client_id)
  }
  const everybodySends = async (): Promise<void> => {
    await Promise.all(
      senders.map(async (member) => {
        for (let nth = 0; nth < EACH; nth += 1) await send(member)
      }),
    )
  }

  await everybodySends()
  servers[0]?.child.kill('SIGSTOP')
  await everybodySends()
  expect(gaveUp).toBe(0)

  // The one that hung is alone now.
  servers[0]?.child.kill('SIGCONT')
  await servers[1]?.end('SIGKILL')
  await everybodySends()
  const stored = await cluster.rows<{ client_id: string }>('select client_id from messages')
  expect(stored.length).toBe(3 * SENDERS * EACH)
  expect(new Set(stored.map(({ client_id: id }) => id))).toEqual(acknowledged)
}, 300_000)
