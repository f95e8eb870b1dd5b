/** Starts a server in a process of its own, on the servers' core, and waits until it answers. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/testing/free-port.ts'
import { onCore } from './cores.ts'

export type RunningServer = {
  port: number
  origin: string
  pid: number
  /** MB held in memory now, and at most so far. */
  memory: () => { now: number; peak: number }
  /** Seconds of processor time used so far, all threads: a figure that other work on the machine hardly moves. */
  processorSeconds: () => number
  stop: () => Promise<void>
}

const START_MS = 120_000
const STOP_MS = 10_000

/**
 * @param script a TypeScript file, or several words where Node takes options before it
 * @param env what it is given beside PORT
 */
export const startServer = async (
  script: readonly string[],
  env: Record<string, string>,
  args: readonly string[] = [],
): Promise<RunningServer> => {
  const port = await freePort()
  const [command, ...rest] = onCore('server', [process.execPath, ...script, ...args])
  const child = spawn(command, rest, {
    env: { ...process.env, RATE_LIMITS: 'no', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const listen = (bytes: Buffer): void => {
    said = (said + bytes.toString()).slice(-4_000)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const killWithUs = (): void => void child.kill('SIGKILL')
  process.once('exit', killWithUs)

  const origin = `http://localhost:${port}`
  await untilAnswers(origin, child, () => said)
  return {
    port,
    origin,
    pid: child.pid ?? 0,
    memory: () => memoryOf(child.pid ?? 0),
    processorSeconds: () => processorSecondsOf(child.pid ?? 0),
    stop: async () => {
      process.off('exit', killWithUs)
      await stopped(child)
    },
  }
}

const untilAnswers = async (origin: string, child: ChildProcess, said: () => string): Promise<void> => {
  const end = performance.now() + START_MS
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}: ${said()}`)
    try {
      const answer = await fetch(origin, { signal: AbortSignal.timeout(2_000) })
      await answer.arrayBuffer()
      return
    } catch {
      await sleep(50)
    }
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not answer in ${START_MS / 1_000} s: ${said()}`)
}

const stopped = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}

const memoryOf = (pid: number): { now: number; peak: number } => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  } catch {
    // Only Linux has /proc.
    return { now: Number.NaN, peak: Number.NaN }
  }
}

const TICKS_PER_SECOND = 100

const processorSecondsOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold anything; after it, user and system time are the 12th and 13th words.
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(words[11]) + Number(words[12])) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}
