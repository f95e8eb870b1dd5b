/** The real server as a child process, with real files and a real port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { readdirSync, readFileSync } from 'node:fs'

export type ChildServer = {
  origin: string
  child: ChildProcess
  /** The output so far. */
  output: () => string
  /** Sends the signal and waits for the end. Resolves to the exit code, or to null if the signal killed the process. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

/** The environment of a child process without the variables of this machine, but quick to start (`scripts/quick-processes.ts`). */
export const CHILD_ENV = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  NODE_OPTIONS: process.env['NODE_OPTIONS'],
}

const MAIN = join(import.meta.dirname, '../main.ts')

/** @param env in addition to DATA_DIR; the port is any free one */
export const startChild = async (dataDir: string, env: Record<string, string> = {}): Promise<ChildServer> => {
  const { child, output, exited } = spawnMain({
    DATA_DIR: dataDir,
    MODE: 'production',
    SANDBOX_PAYMENTS: 'yes',
    PORT: '0',
    ...env,
  })
  const ready = Promise.withResolvers<string>()
  child.stdout?.on('data', () => {
    const origin = /Visavis is ready on (http:\/\/localhost:\d+)/.exec(output())?.[1]
    if (origin !== undefined) ready.resolve(origin.replace('localhost', '127.0.0.1'))
  })
  const origin = await Promise.race([ready.promise, exited.then(() => null)])
  if (origin === null) throw new Error(`The server ended at once: ${output()}`)
  return {
    origin,
    child,
    output,
    end: (signal) => {
      child.kill(signal)
      return exited
    },
  }
}

/** @param log the file descriptor that gets the log instead of `output` */
export const spawnMain = (env: Record<string, string>, log?: number) => {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...CHILD_ENV, NODE_ENV: 'test', RATE_LIMITS: 'no', ...env },
    stdio: ['ignore', log ?? 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  return { child, output: () => text, exited }
}

/** The niceness of each thread of a process, as Linux has it. @param name of the threads; all if left out */
export const nicenessOf = (pid: number, name?: string): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    // The name is in brackets and may contain spaces.
    const [, called, rest = ''] =
      /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')) ?? []
    return name === undefined || called === name ? [Number(rest.split(' ')[16])] : []
  })
