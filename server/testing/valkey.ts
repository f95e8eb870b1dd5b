/** A Valkey or Redis server of Debian's package for tests of the bus, on a free port. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { freePort } from './free-port.ts'
import { startKillable, type Killable } from './killable.ts'

const PROGRAM = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find((path) => existsSync(path))

/** Without the program, the tests that need it are skipped. */
export const hasValkey = PROGRAM !== undefined

export type Valkey = Killable & { url: string }

/** @param detached whether Ctrl-C in a terminal does not reach it */
export const startValkey = async ({ detached = false } = {}): Promise<Valkey> => {
  const port = await freePort()
  const valkey = await startKillable('valkey', async (folder) => {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    const child = spawn(PROGRAM ?? 'valkey-server', args, { detached, stdio: ['ignore', 'pipe', 'ignore'] })
    for await (const text of child.stdout) if (String(text).includes('Ready to accept connections')) break
    return child
  })
  return { ...valkey, url: `redis://127.0.0.1:${port}` }
}
