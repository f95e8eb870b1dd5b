/** Restarts of the real server under load [OPS-11]. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { uuidv7 } from '#contract/rules/ids.ts'
import { databaseFile } from './adapters/data-dir.ts'
import { CHILD_ENV, startChild, type ChildServer } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'
import { seededBytes } from './testing/random.ts'

let dir: string | undefined
let child: ChildServer | undefined
let end: (() => void) | undefined
afterEach(async () => {
  end?.()
  if (child?.child.exitCode === null) await child.end('SIGKILL')
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true })
  child = end = dir = undefined
})

const site = async () => {
  const server = await createTestServer({ start: new Date().toISOString() })
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert', { credits: 10_000 })]
  dir = await dataDirOf(server)
  await server.close()
  return { anna, bert, dir }
}

/** A socket that outlives its servers, like a small `systemd.socket`. */
const ownSocket = async (dataDir: string) => {
  const owner = spawn(
    'perl',
    [join(import.meta.dirname, 'testing/socket-owner.pl'), process.execPath, join(import.meta.dirname, 'main.ts')],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...CHILD_ENV,
        NODE_ENV: 'test',
        MODE: 'production',
        RATE_LIMITS: 'no',
        LOG_LEVEL: 'silent',
        DATA_DIR: dataDir,
        DRAIN_SECONDS: '1',
      },
    },
  )
  end = () => void owner.stdin.end()
  const lines = createInterface({ input: owner.stdout })[Symbol.asyncIterator]()
  const next = async (isWanted: (line: string) => boolean): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('The owner of the socket ended')
      if (isWanted(value)) return value
    }
  }
  const port = await next((line) => /^\d+$/.test(line))
  const say = (command: 'start' | 'stop', answer: RegExp): Promise<string> => {
    owner.stdin.write(`${command}\n`)
    return next((line) => answer.test(line))
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    start: () => say('start', /^started/),
    stop: () => say('stop', /^stopped/),
    ready: () => next((line) => line.startsWith('Visavis is ready')),
  }
}

/** @returns the status, or the error code if the request was cut off */
const post = (url: string, cookie: string, body: string, agent: Agent): Promise<number | string> =>
  new Promise((resolve) => {
    const headers = { cookie, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = httpRequest(url, { method: 'POST', headers, agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
    })
    request.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    request.end(body)
  })

test(
  '[OPS-11] three restarts under 100 requests a second fail none, and each message is stored once',
  { timeout: 120_000 },
  async () => {
    const { anna, bert, dir: dataDir } = await site()
    const socket = await ownSocket(dataDir)
    await socket.start()
    await socket.ready()
    const random = seededBytes('restart')
    // Like the sample proxies in deploy/: one connection per request, and a timeout as long as the next server's start.
    const agent = new Agent({ keepAlive: false })
    const failures: unknown[] = []
    const sent: string[] = []
    const requests: Promise<void>[] = []
    const request = async (): Promise<void> => {
      const id = uuidv7(Date.now(), random(10))
      const body = JSON.stringify({ client_id: id, profile: anna.id, type: 'text', text: 'Hello' })
      const outcome = await post(`${socket.origin}/api/messages`, bert.cookie, body, agent)
      if (outcome === 201) sent.push(id)
      else failures.push(outcome)
    }
    const load = setInterval(() => requests.push(request()), 10)
    for (let restart = 0; restart < 3; restart += 1) {
      expect(await socket.stop()).toBe('stopped 0')
      await socket.start()
      await socket.ready()
    }
    clearInterval(load)
    await Promise.all(requests)
    agent.destroy()
    expect(failures).toEqual([])
    expect(await socket.stop()).toBe('stopped 0')

    const database = new Database(databaseFile(dataDir), { readonly: true })
    const stored = database.prepare('select client_id from messages').pluck().all()
    database.close()
    expect(stored).toHaveLength(sent.length)
    expect(new Set(stored)).toEqual(new Set(sent))
    expect(sent.length).toBeGreaterThan(100)
  },
)

test('[OPS-11] a socket that systemd handed to another process is not taken for the own one', async () => {
  const { dir: dataDir } = await site()
  // The variables are inherited, as in a shell that a service has started.
  child = await startChild(dataDir, { LISTEN_PID: '1', LISTEN_FDS: '1' })
  expect((await fetch(`${child.origin}/readyz`)).status).toBe(200)
})

test('[OPS-11] after SIGTERM /readyz says 503 while requests are still served', async () => {
  const { anna, dir: dataDir } = await site()
  child = await startChild(dataDir, { DRAIN_SECONDS: '30' })
  const { origin } = child
  const code = child.end('SIGTERM')
  const statusOf = async (path: string) => {
    const response = await fetch(`${origin}${path}`, { headers: { cookie: anna.cookie } })
    return [response.status, response.headers.get('connection')]
  }
  await expect.poll(async () => statusOf('/readyz')).toEqual([503, 'close'])
  expect(await statusOf('/api/chats')).toEqual([200, 'close'])
  // A second signal ends the server at once.
  child.child.kill('SIGTERM')
  expect(await code).toBe(1)
})

test('[OPS-11] each stream that a restart ends gets its own reconnect delay', async () => {
  const { anna, bert, dir: dataDir } = await site()
  child = await startChild(dataDir)
  const { origin } = child
  const streams = await Promise.all(
    [anna, bert].map(({ cookie }) => fetch(`${origin}/api/events`, { headers: { cookie } })),
  )
  const code = child.end('SIGTERM')
  const waits = await Promise.all(
    streams.map(async (stream) => Number(/retry: (\d+)\n/.exec(await stream.text())?.[1])),
  )
  expect(await code).toBe(0)
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(500)
  expect(new Set(waits).size).toBe(2)
})
