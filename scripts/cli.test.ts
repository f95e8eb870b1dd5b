import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CHILD_ENV } from '../server/testing/child-server.ts'
import { createTestServer, dataDirOf } from '../server/testing/test-server.ts'
import { commandLine, oneOf } from './cli.ts'

test('an option may be anywhere, with a blank or an equals sign', () => {
  const expected = { words: ['set', 'name', 'Site'], options: { domain: 'a.test' } }
  expect(commandLine(['set', 'name', 'Site', '--domain', 'a.test'], ['domain'])).toEqual(expected)
  expect(commandLine(['--domain=a.test', 'set', 'name', 'Site'], ['domain'])).toEqual(expected)
})

test('words that only look like options stay words in their place', () => {
  const words = ['letter', 'answer', '5', 'upheld', '-abc', '--', '--no', 'x=1', '-']
  expect(commandLine(words, ['domain'])).toEqual({ words, options: {} })
})

test('an option without its value is empty', () => {
  expect(commandLine(['list', '--domain'], ['domain'])).toEqual({ words: ['list'], options: { domain: '' } })
})

test('a word that is not in the list is refused with the list', () => {
  expect(oneOf(['on', 'off'], 'on')).toBe('on')
  expect(() => oneOf(['on', 'off'], 'up', 'status')).toThrow('status: “up” is none of: on, off.')
})

/** Runs a command in an empty folder, which is its DATA_DIR too. */
const runAlone = (line: string, env: Record<string, string> = {}) => {
  const dir = mkdtempSync(join(tmpdir(), 'visavis-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const [script = '', ...words] = line.split(' ')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${script}.ts`), ...words],
    {
      cwd: dir,
      env: { ...CHILD_ENV, DATA_DIR: dir, ...env },
      encoding: 'utf8',
    },
  )
  return { status, output: stdout + stderr, left: readdirSync(dir) }
}

test.each([
  ['migrate', 1, 'There is no database in '],
  ['migrate --dry-run', 1, '“--dry-run” is not known here.'],
  ['doctor --trust-clok', 2, '“--trust-clok” is not known here.'],
  ['jobs retry mail.rest', 1, 'KIND: “mail.rest” is none of: '],
  ['jobs retry mail.reset now', 1, '“now” is not known here.'],
  ['keys rotate-push --dry-run', 1, '“--dry-run” is not known here.'],
  ['keys rotate', 1, '“rotate” is none of: rotate-push, '],
  ['numbers count --again', 1, '“--again” is not known here.'],
  ['codes off SUMMER --becuase spam', 1, '“--becuase” is not known here.'],
  ['settings unset name --domian a.test', 1, '“--domian” is not known here.'],
  ['staff end a@desk.test --becuase left', 1, '“--becuase” is not known here.'],
  ['desk member release 7 --sa a@desk.test', 1, '“--sa” is not known here.'],
])('[OPS-9] npm run %s is refused, and changes nothing', { timeout: 30_000 }, (line, status, text) => {
  const ended = runAlone(line)
  expect(ended).toMatchObject({ status, left: [] })
  expect(ended.output.startsWith(text)).toBe(true)
})

test.each([
  'migrate help',
  'seed help',
  'doctor --help',
  'jobs help',
  'keys -h',
  'desk help',
  'backup backup help',
  'backup restore help',
])('npm run %s explains the command, and does not run it', { timeout: 30_000 }, (line) => {
  const { status, output, left } = runAlone(line)
  expect([status, left]).toEqual([0, []])
  expect(output).toContain(`npm run ${line.split(' ').at(-2)}`)
})

test.each(['settings', 'staff', 'desk', 'codes', 'jobs', 'numbers'])(
  '[OPS-8] the help of npm run %s names both databases that it works on',
  { timeout: 30_000 },
  (command) => expect(runAlone(`${command} help`).output).toContain('the database of DATA_DIR or DATABASE_URL'),
)

test.each([
  ['jobs', 1],
  ['doctor', 2],
  ['settings list', 1],
  ['backup backup copies', 1],
])('[OPS-2] npm run %s names a wrong variable, and shows no stack', { timeout: 30_000 }, (line, status) => {
  const ended = runAlone(line, { METRICS_PORT: 'high' })
  expect(ended).toMatchObject({ status, left: [] })
  expect(ended.output).toBe('The environment is wrong:\nMETRICS_PORT must be a port number (got "high")\n')
})

/** @returns the DATA_DIR of a site without a server; it goes with the test */
const dataDirOfNewSite = async (): Promise<string> => {
  const server = await createTestServer({ start: new Date().toISOString() })
  const dir = await dataDirOf(server)
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  await server.close()
  return dir
}

test(
  '[OPS-2] a command that may not write a file of DATA_DIR names it, without a stack',
  { timeout: 30_000 },
  async () => {
    const dir = await dataDirOfNewSite()
    for (const name of readdirSync(dir)) chmodSync(join(dir, name), 0o666)
    chmodSync(dir, 0o777)
    writeFileSync(join(dir, 'vapid.json.new'), '', { mode: 0 })
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'keys.ts'), 'rotate-push'],
      // Root may write everywhere.
      {
        env: { ...CHILD_ENV, DATA_DIR: dir },
        encoding: 'utf8',
        ...(process.getuid?.() === 0 ? { uid: 65_534 } : {}),
      },
    )
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^User \d+ cannot read and write .*vapid\.json\.new \(EACCES\): give all of DATA_DIR .*\.\n$/,
    )
  },
)

test(
  '[OPS-9] an ENV_FILE that is not there is refused: the command would work on the demo',
  { timeout: 30_000 },
  () => {
    const ended = runAlone('doctor', { ENV_FILE: '/etc/visavis/evn' })
    expect(ended).toMatchObject({ status: 2, left: [] })
    expect(ended.output).toContain('The variables in /etc/visavis/evn cannot be read: ENOENT')
  },
)

test(
  'the answer of a command is alone on standard output, so that it can go into a file',
  { timeout: 30_000 },
  async () => {
    const dir = await dataDirOfNewSite()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'settings.ts'), 'get', 'photo_review'],
      // Nobody listens on this port, so the log has a line.
      { env: { ...CHILD_ENV, MODE: 'production', DATA_DIR: dir, BUS_URL: 'redis://127.0.0.1:9' }, encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([0, '"auto"\n'])
    expect(stderr).toContain('the bus is away')
  },
)
