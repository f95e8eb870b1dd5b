/** The real server as its own process, with data of its own and a gate in front; a test may kill it and start it again. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLedgerBook, type LedgerBook } from './database.ts'
import { openGate, type Gate } from './gate.ts'
import { BASE_DATA_VARIABLE } from './base-data.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export type Mail = { recipient: string; subject: string; text: string; at: number }

export type Product = {
  /** The site as browsers see it: through the gate. */
  url: string
  gate: Gate
  /** Reads and writes the server's database directly. */
  data: LedgerBook
  /** The server's data folder, for its command-line tools. */
  dataDir: string
  /** Mails to an address, newest last; waits for the first mail. */
  mailsTo: (email: string) => Promise<Mail[]>
  /** Ends the server with kill -9, without a graceful end. */
  kill: () => Promise<void>
  start: () => Promise<void>
  /** Restarts the server with another build. */
  deploy: (client: string) => Promise<void>
  close: () => Promise<void>
}

export type ProductOptions = {
  /** Origin that every push goes to instead of the subscription's own. */
  pushStandIn: string | undefined
}

export const startProduct = async ({ pushStandIn }: ProductOptions): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-e2e-'))
  const base = process.env[BASE_DATA_VARIABLE]
  if (base === undefined) throw new Error('The base data is made by the global set-up of the Playwright config.')
  await cp(base, dataDir, { recursive: true })

  const gate = await openGate()
  let running: { process: ChildProcess; port: number } | null = null
  let client = ''

  const start = async (): Promise<void> => {
    const port = await freePort()
    const server = spawn(process.execPath, [join(ROOT, 'server', 'main.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        // The server refuses to start with an unknown variable that looks like one of its own.
        [BASE_DATA_VARIABLE]: undefined,
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        CLIENT_DIR: client,
        PUBLIC_URL: gate.url,
        LOG_LEVEL: 'warn',
        MODE: 'demo',
        SMTP_URL: '',
        RATE_LIMITS: 'no',
        // A proxy would send the visitor's country in this header.
        COUNTRY_HEADER: 'x-country',
        ...(pushStandIn === undefined ? {} : { PUSH_STAND_IN: pushStandIn }),
      },
    })
    let said = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (bytes: Buffer) => {
        said = (said + bytes.toString()).slice(-4_000)
      })
    await ready(server, port, () => said)
    running = { process: server, port }
    gate.to(port)
  }

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const { process: server } = running ?? {}
    running = null
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = new Promise<void>((resolve) => {
      server.once('exit', () => resolve())
    })
    server.kill(signal)
    await exited
  }

  await start()
  const data = openLedgerBook(dataDir)
  return {
    url: gate.url,
    gate,
    data,
    dataDir,
    mailsTo: (email) =>
      until(`a mail to ${email}`, async () => {
        if (!running) return null
        const response = await fetch(`http://127.0.0.1:${running.port}/dev/inbox.json?to=${encodeURIComponent(email)}`)
        const { mails } = (await response.json()) as { mails: Mail[] }
        return mails.length > 0 ? mails.toSorted((one, other) => one.at - other.at) : null
      }),
    kill: () => end('SIGKILL'),
    start,
    deploy: async (folder) => {
      client = folder
      await end('SIGTERM')
      await start()
    },
    close: async () => {
      data.close()
      await gate.close()
      // A graceful end would wait for requests in flight, which do not matter any more.
      await end('SIGKILL')
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A busy machine with two browsers starts a server slowly; a server that needs longer has failed. */
const START_MS = 60_000
const LOOK_AGAIN_MS = 50

/** Repeats `ask` until it returns a result. */
const until = async <Result>(what: string, ask: () => Promise<Result | null>): Promise<Result> => {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    const result = await ask().catch(() => null)
    if (result !== null) return result
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_AGAIN_MS)
    })
  }
  throw new Error(`Waited in vain for ${what}.`)
}

const ready = async (server: ChildProcess, port: number, said: () => string): Promise<void> => {
  await Promise.race([
    until('the server', async () => ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok ? true : null)),
    new Promise((_, reject) => {
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${said()}`)))
    }),
  ])
}

/** A port that was free a moment ago, because the server needs its port before it starts. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
