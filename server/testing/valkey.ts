/** A Valkey or Redis server of Debian's package for tests of the bus, on a free port. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const PROGRAM = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find((path) => existsSync(path))

/** Without the program, the tests that need it are skipped. */
export const hasValkey = PROGRAM !== undefined

export type Valkey = {
  url: string
  start: () => Promise<void>
  /** Ends it like a power cut. */
  kill: () => Promise<void>
  /** From now on it accepts connections and answers nothing. */
  freeze: () => void
  thaw: () => void
  close: () => Promise<void>
}

/** @param detached whether Ctrl-C in a terminal does not reach it */
export const startValkey = async ({ detached = false } = {}): Promise<Valkey> => {
  const folder = mkdtempSync(join(tmpdir(), 'valkey-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async (): Promise<void> => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    const started = spawn(PROGRAM ?? 'valkey-server', args, { detached, stdio: ['ignore', 'pipe', 'ignore'] })
    child = started
    for await (const text of started.stdout) if (String(text).includes('Ready to accept connections')) break
  }
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    kill,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
