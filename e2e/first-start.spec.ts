/** `npm start` as a newcomer types it, with an empty data folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'playwright/test'
import { freePort } from '../server/testing/free-port.ts'
import { test } from './support/test.ts'

const ROOT = join(import.meta.dirname, '..')
const PASSWORD = 'welcome-to-the-demo'

// The test starts no other server. With the fixtures of the others it runs in turn with them, and not alone at the end.
test('[OPS-1] npm start fills an empty folder with demo people and lets them in', async () => {
  test.setTimeout(180_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-start-'))
  const port = await freePort()
  // Without `prestart`: where packages came another way it would install them anew, under the feet of the other tests.
  const product = spawn('npm', ['start', '--ignore-scripts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  try {
    let said = ''
    let warned = ''
    product.stderr.on('data', (bytes: Buffer) => (warned += bytes.toString()))
    product.stdout.on('data', (bytes: Buffer) => (said += bytes.toString()))
    const site = `http://localhost:${port}`
    await expect.poll(() => said, { timeout: 170_000 }).toContain(`Visavis is ready on ${site}`)
    const people = await fetch(`${site}/api/members.php?country=IT`)
    expect(await people.json()).toMatchObject({ results: { length: 24 } })
    for (const [email, isPaid] of [
      ['free@demo.test', false],
      ['premium@demo.test', true],
    ] as const) {
      const answer = await fetch(`${site}/api/user.php`, {
        method: 'POST',
        headers: { 'x-request-type': 'client', 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      expect(await answer.json()).toMatchObject({ user: { email, paid_user: isPaid, status: 'active' } })
    }
    expect((await fetch(`${site}/`)).status).toBe(200)
    expect(warned, 'the start meets no error that it would only warn about').not.toContain('Error')
    const files = await readdir(dataDir, { withFileTypes: true, recursive: true })
    // The server is still copying its assets: a temporary file may be gone by now.
    const found = await Promise.all(files.map(({ parentPath, name }) => stat(join(parentPath, name)).catch(() => null)))
    const modes = found.flatMap((file) => (file === null ? [] : [file.mode]))
    expect(modes.length).toBeGreaterThan(10)
    expect(
      modes.filter((mode) => (mode & 0o077) !== 0),
      'nobody else on the machine reads it',
    ).toEqual([])
  } finally {
    // npm does not hand every signal on: the whole group is ended.
    if (product.pid !== undefined && product.exitCode === null) {
      const ended = once(product, 'close')
      process.kill(-product.pid, 'SIGTERM')
      // Once nobody holds its output any more, nobody writes into the folder either.
      await ended
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
})
