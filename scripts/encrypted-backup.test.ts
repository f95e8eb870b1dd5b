/** Runs `deploy/systemd/encrypted-backup` on a real DATA_DIR; `age`, and a `tar` and a `sync` that fail, are stand-ins. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseFile, vapidFile } from '../server/adapters/data-dir.ts'
import { openDatabases } from '../server/db/database.ts'
import { queriesOn } from '../server/db/queries.ts'
import { CHILD_ENV } from '../server/testing/child-server.ts'

const root = join(import.meta.dirname, '..')

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'visavis-encrypted-'))
  for (const folder of ['data', 'backups', 'programs']) mkdirSync(join(dir, folder))
  openDatabases(databaseFile(join(dir, 'data'))).close()
  writeFileSync(vapidFile(join(dir, 'data')), '{}')
  program('age', 'cat >"$4"')
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const program = (name: string, text: string): void => {
  const file = join(dir, 'programs', name)
  writeFileSync(file, `#!/bin/sh\n${text}\n`)
  chmodSync(file, 0o755)
}

const run = () => {
  const { status, stderr } = spawnSync(join(root, 'deploy/systemd/encrypted-backup'), {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...CHILD_ENV,
      NODE_ENV: 'test',
      PATH: [join(dir, 'programs'), dirname(process.execPath), process.env['PATH']].join(':'),
      DATA_DIR: join(dir, 'data'),
      BACKUP_DIR: join(dir, 'backups'),
      BACKUP_RECIPIENT: 'age1somebody',
      KEEP: '2',
    },
  })
  return { status, stderr }
}

const noted = async (): Promise<number | null> => {
  const databases = openDatabases(databaseFile(join(dir, 'data')), { checkpoints: 'thread', schema: 'require' })
  const at = await queriesOn(databases.writer).operations.lastBackup()
  databases.close()
  return at
}

test(
  '[OPS-15] the nightly backup leaves one archive, removes older ones and what a killed run left, and is noted',
  { timeout: 30_000 },
  async () => {
    const backups = join(dir, 'backups')
    for (const day of [1, 2]) writeFileSync(join(backups, `2026-11-0${day}T03-20-00-000Z.tar.age`), '')
    // One of a killed run, and one of a run by hand at the same time.
    for (const left of ['.work.killed', '.work.running']) mkdirSync(join(backups, left))
    writeFileSync(join(backups, '2026-11-03T03-20-00-000Z.tar.age.part'), 'half')
    for (const left of ['.work.killed', '2026-11-03T03-20-00-000Z.tar.age.part'])
      utimesSync(join(backups, left), 1_700_000_000, 1_700_000_000)

    expect(run()).toMatchObject({ status: 0 })
    expect(readdirSync(backups).toSorted()).toEqual([
      '.work.running',
      '2026-11-02T03-20-00-000Z.tar.age',
      expect.stringMatching(/Z\.tar\.age$/),
    ])
    expect(await noted()).not.toBeNull()
  },
)

test(
  '[OPS-15] archives of a clock that was ahead never take the place of the new one, and are the first to go',
  { timeout: 30_000 },
  async () => {
    const backups = join(dir, 'backups')
    for (const day of [1, 2]) writeFileSync(join(backups, `2999-11-0${day}T03-20-00-000Z.tar.age`), '')
    expect(run()).toMatchObject({ status: 0 })
    expect(readdirSync(backups).toSorted()).toEqual([
      expect.stringMatching(/^20\d\d-.*Z\.tar\.age$/),
      '2999-11-02T03-20-00-000Z.tar.age',
    ])
    expect(await noted()).not.toBeNull()
  },
)

test.each([
  ['tar', 'echo half; exit 2'],
  ['age', 'cat >"$4"; exit 1'],
  ['sync', 'exit 1'],
])(
  '[OPS-15] a nightly backup whose %s fails is an error, leaves nothing, and does not count as made',
  { timeout: 30_000 },
  async (name, text) => {
    program(name, text)
    expect(run().status).not.toBe(0)
    expect(readdirSync(join(dir, 'backups'))).toEqual([])
    expect(await noted()).toBeNull()
  },
)
