/** Starts and ends servers: in a process that one test uses after another, or in a process of their own. */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../server/testing/free-port.ts'
import type { Order, Report } from './server-host.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const HOST = join(import.meta.dirname, 'server-host.ts')
const MAIN = join(ROOT, 'server', 'main.ts')

export type RunningServer = {
  port: number
  /** SIGTERM ends the server gracefully, SIGKILL ends its process at once. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>
  /** Stops the server when its test is over; nobody needs its answers any more. */
  discard: () => Promise<void>
}

type Environment = Record<string, string | undefined>

/** A busy machine with two browsers starts a server slowly; a server that needs longer has failed. */
const START_MS = 60_000
const POLL_MS = 50
/** A server that is discarded may still send a push to nobody. It is then killed. */
const DISCARD_MS = 3_000

/** `node server/main.ts`, as an operator starts it. */
export const startAlone = async (env: Environment): Promise<RunningServer> => {
  const port = await freePort()
  const server = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, PORT: String(port) },
  })
  const said = outputOf(server)
  await Promise.race([
    until('the server', async () => ((await fetch(`http://127.0.0.1:${port}/readyz`)).ok ? true : null)),
    once(server, 'exit').then(([code]) => {
      throw new Error(`The server ended with ${code}:\n${said()}`)
    }),
  ])
  return { port, end: (signal) => kill(server, signal), discard: () => kill(server, 'SIGKILL') }
}

type Host = {
  process: ChildProcess
  said: () => string
  servers: number
  waiting: Map<number, (report: Report) => void>
}

let host: Host | null = null
let count = 0

/** A server in this worker's host process, which is started if there is none. */
export const startHosted = async (env: Environment): Promise<RunningServer> => {
  const its = (host ??= startHost(env))
  count += 1
  const id = count
  const { port } = await order(its, { kind: 'start', id, env: { ...env, PORT: '0' } })
  if (port === undefined) throw new Error('The server has no port.')
  its.servers += 1
  let isStopped = false
  const stop = async (): Promise<void> => {
    await order(its, { kind: 'stop', id })
    if (!isStopped) its.servers -= 1
    isStopped = true
  }
  const die = async (): Promise<void> => {
    if (host === its) host = null
    await kill(its.process, 'SIGKILL')
  }
  return {
    port,
    end: async (signal) => {
      if (signal === 'SIGTERM') return stop()
      if (its.servers > 1) throw new Error('Another server runs in this process: a file that kills cannot share one.')
      return die()
    },
    discard: async () => {
      const timeout = Promise.withResolvers<'late'>()
      const timer = setTimeout(() => timeout.resolve('late'), DISCARD_MS)
      const outcome = await Promise.race([stop().catch(() => 'late' as const), timeout.promise])
      clearTimeout(timer)
      if (outcome !== 'late') return
      // The next test gets a fresh process, in which no other server is left.
      if (host === its) host = null
      if (its.servers === 1) await die()
    },
  }
}

const startHost = (env: Environment): Host => {
  const child = fork(HOST, { cwd: ROOT, silent: true, env: { ...process.env, ...env } })
  const started: Host = { process: child, said: outputOf(child), servers: 0, waiting: new Map() }
  const report = (one: Report): void => {
    started.waiting.get(one.id)?.(one)
    started.waiting.delete(one.id)
  }
  child.on('message', report)
  child.once('exit', (code) => {
    if (host === started) host = null
    for (const id of started.waiting.keys()) report({ id, failure: `its process ended with ${code}` })
  })
  // The host must not delay the end of the test runner.
  child.unref()
  child.channel?.unref()
  return started
}

const order = async ({ process: child, said, waiting }: Host, given: Order): Promise<Report> => {
  const answer = await new Promise<Report>((resolve) => {
    waiting.set(given.id, resolve)
    child.send(given, (error) => {
      if (error) resolve({ id: given.id, failure: error.message })
    })
  })
  if (answer.failure !== undefined) throw new Error(`The server did not ${given.kind}: ${answer.failure}\n${said()}`)
  return answer
}

const kill = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** The last words of a process. */
const outputOf = ({ stdout, stderr }: ChildProcess): (() => string) => {
  let said = ''
  for (const stream of [stdout, stderr])
    stream?.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4_000)
    })
  return () => said
}

/** Repeats `ask` until it returns a result. */
export const until = async <Result>(what: string, ask: () => Promise<Result | null>): Promise<Result> => {
  for (const end = Date.now() + START_MS; Date.now() < end;) {
    const result = await ask().catch(() => null)
    if (result !== null) return result
    await new Promise((resolve) => {
      // The loop asks until its own end; nothing announces an answer.
      setTimeout(resolve, POLL_MS)
    })
  }
  throw new Error(`Waited in vain for ${what}.`)
}
