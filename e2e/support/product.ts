/** The real server with data of its own and a gate in front; a test may kill it and start it again. */
import { copyFile, link, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openServerData, type ServerData } from './database.ts'
import { openGate, type Gate } from './gate.ts'
import { BASE_DATA_VARIABLE } from './base-data.ts'
import { startAlone, startHosted, until, type RunningServer } from './server-process.ts'

export type Mail = { recipient: string; subject: string; text: string; at: number }

export type Product = {
  /** The site as browsers see it: through the gate. */
  url: string
  gate: Gate
  /** Reads and writes the server's database directly. */
  data: ServerData
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
  /** Whether the server limits calls and signups, as in production. */
  hasLimits?: boolean
}

/** Copies the database, and links photos and assets: the server replaces or deletes such a file, but never changes its bytes. */
const copyBase = async (from: string, to: string, put = copyFile): Promise<void> => {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      await mkdir(target, { mode: 0o700 })
      await copyBase(source, target, link)
    } else await put(source, target)
  }
}

export const startProduct = async ({ pushStandIn, hasLimits = false }: ProductOptions): Promise<Product> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-e2e-'))
  const base = process.env[BASE_DATA_VARIABLE]
  if (base === undefined) throw new Error('The base data is made by the global set-up of the Playwright config.')
  await copyBase(base, dataDir)

  const gate = await openGate()
  let running: RunningServer | null = null
  let client = ''
  /** The first server of a test runs in the shared process; one that follows a kill or an update starts as in production. */
  let startServer = startHosted

  const start = async (): Promise<void> => {
    running = await startServer({
      // The server refuses to start with an unknown variable that looks like one of its own.
      [BASE_DATA_VARIABLE]: undefined,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      CLIENT_DIR: client,
      PUBLIC_URL: gate.url,
      LOG_LEVEL: 'warn',
      MODE: 'demo',
      SMTP_URL: '',
      RATE_LIMITS: hasLimits ? 'yes' : 'no',
      // A proxy would send the visitor's country in this header.
      COUNTRY_HEADER: 'x-country',
      PUSH_STAND_IN: pushStandIn,
    })
    startServer = startAlone
    gate.to(running.port)
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const server = running
    running = null
    await server?.end(signal)
  }

  await start()
  const data = openServerData(dataDir)
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
      await running?.discard()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
