/** The operator's commands while DATABASE_URL is set: they work on PostgreSQL, or refuse; none opens SQLite. */
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseFile } from '../../adapters/data-dir.ts'
import { CHILD_ENV } from '../../testing/child-server.ts'
import { urlOf } from '../../testing/postgres.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const SCRIPTS = join(import.meta.dirname, '../../../scripts')

let server: TestServer
let dir: string
beforeEach(async () => {
  server = await createTestServer({ start: new Date().toISOString() })
  dir = mkdtempSync(join(tmpdir(), 'visavis-commands-'))
})
afterEach(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

type EndedCommand = { status: number; output: string }

const run = async (command: string): Promise<EndedCommand> => {
  const [script = '', ...args] = command.split(' ')
  const env = { ...CHILD_ENV, NODE_ENV: 'test', DATA_DIR: dir, DATABASE_URL: urlOf(server) }
  const ended = promisify(execFile)(process.execPath, [join(SCRIPTS, `${script}.ts`), ...args], { env })
  return ended.then(
    ({ stdout }) => ({ status: 0, output: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      status: code,
      output: stdout + stderr,
    }),
  )
}

test.each([
  ['staff add ida@example.org owner Ida', /ida@example\.org/],
  ['settings set title Hello', /title/],
  ['settings', /title/],
  ['codes', /./],
  ['desk', /./],
  ['numbers count', /^Counted\.$/m],
  ['jobs', /^No job was given up\.$/m],
  ['jobs retry', /^0 jobs run again/m],
  ['keys end-sessions', /^1 sessions ended\.$/m],
  ['doctor --trust-clock', /^The clock is trusted/m],
  ['migrate', /^The database of DATABASE_URL has the schema/m],
])(
  'npm run %s works on PostgreSQL',
  async (command, answer) => {
    await server.signUp('Anna')
    const { status, output } = await run(command)
    expect(output).toMatch(answer)
    expect(status).toBe(0)
    expect(existsSync(databaseFile(dir))).toBe(false)
  },
  60_000,
)

test.each(['seed --members 3', 'backup copies', 'restore copies/one', 'setup'])(
  'npm run %s refuses while DATABASE_URL is set, in one sentence',
  async (command) => {
    const [name = ''] = command.split(' ')
    const { status, output } = await run(
      command.replace(/^restore/, 'backup restore').replace(/^backup c/, 'backup backup c'),
    )
    expect(output).toBe(`npm run ${name} works on SQLite alone, and DATABASE_URL is set: it changed nothing.\n`)
    expect(status).toBe(1)
    expect(existsSync(databaseFile(dir))).toBe(false)
  },
  60_000,
)

test.each([
  ['--smaple 3', '“--smaple” is not known here.'],
  ['--sample', '--sample: “” is no number.'],
])('npm run move-to-postgres refuses %s in one sentence', async (words, sentence) => {
  const { status, output } = await run(`move-to-postgres ${words}`)
  expect(output.split('\n\n')[0]).toBe(sentence)
  expect(output).not.toMatch(/^ +at /m)
  expect(status).toBe(1)
})
