/** The real server as a process of its own, over real files and a real port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'

export type ChildServer = {
  origin: string
  child: ChildProcess
  /** What it has written so far. */
  output: () => string
  /** Sends the signal and waits for the end; the answer is the exit code, or null where the signal killed it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

const MAIN = join(import.meta.dirname, '../main.ts')

/** @param env beside DATA_DIR; the port is any that is free */
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

export const spawnMain = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'test', RATE_LIMITS: 'no', ...env },
    stdio: 'pipe',
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)))
  return { child, output: () => text, exited }
}
