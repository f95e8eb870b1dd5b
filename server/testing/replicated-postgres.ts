/** A PostgreSQL server with a synchronous standby: killing the primary and promoting the standby loses no commit. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Client } from 'pg'
import type { LocalPostgres } from '../db/postgres/local-server.ts'
import { startPostgres, urlIn } from './postgres.ts'

/** A killed process loses nothing that the system has taken, so that even this test needs no fsync. */
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=on',
  'max_connections=200',
  'shared_buffers=64MB',
  'wal_keep_size=512MB',
  'hot_standby=on',
]

export type ReplicatedPostgres = {
  /** A folder with the socket of the primary, whichever server that is: the servers connect through it. */
  folder: string
  /** Kills the primary by SIGKILL, promotes the standby, and gives it a standby of its own. */
  failOver: () => Promise<void>
  /** From now on no commit is confirmed by the standby. */
  freezeStandby: () => Promise<void>
  thawStandby: () => Promise<void>
  stop: () => Promise<void>
}

export const startReplicated = async (): Promise<ReplicatedPostgres> => {
  const place = mkdtempSync(join(tmpdir(), 'visavis-primary-'))
  const folder = join(place, 'socket')
  let primary = await startPostgres({ settings: SETTINGS })
  let standby = await startStandby(primary)
  const stopped: LocalPostgres[] = []
  const pointToPrimary = (): void => {
    symlinkSync(primary.folder, `${folder}.new`)
    renameSync(`${folder}.new`, folder)
  }
  pointToPrimary()
  await waitForStandby(primary, true)
  return {
    folder,
    failOver: async () => {
      await primary.crash()
      stopped.push(primary)
      primary = standby
      await ask(primary, ['select pg_promote(true, 60)'])
      await waitForStandby(primary, false)
      pointToPrimary()
      standby = await startStandby(primary)
      await waitForStandby(primary, true)
    },
    freezeStandby: () => standby.kill(),
    thawStandby: () => standby.start(),
    stop: async () => {
      for (const server of [standby, primary, ...stopped]) await server.stop()
      rmSync(place, { recursive: true, force: true })
    },
  }
}

const ask = async (server: LocalPostgres, statements: readonly string[]): Promise<unknown[]> => {
  const client = new Client({ connectionString: urlIn('postgres', server.folder) })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** From then on each commit waits for the standby, or for none. */
const waitForStandby = async (server: LocalPostgres, isNeeded: boolean): Promise<void> => {
  await ask(server, [
    `alter system set synchronous_standby_names = '${isNeeded ? '*' : ''}'`,
    'select pg_reload_conf()',
  ])
  const synchronous = isNeeded ? `select 1 from pg_stat_replication where sync_state = 'sync'` : 'select 1'
  while ((await ask(server, [synchronous])).length === 0) await pause(50)
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)) // A server has no event for this.

/** Folders whose contents belong to the server that is copied, not to its data. */
const OWN = new Set(['pg_wal', 'pg_replslot', 'pg_stat_tmp', 'pg_stat', 'pg_notify', 'pg_dynshmem'])

/** Copies the primary while it runs, as pg_basebackup does: the packages for tests do not bring that program. */
const startStandby = async (primary: LocalPostgres): Promise<LocalPostgres> => {
  const client = new Client({ connectionString: urlIn('postgres', primary.folder) })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  const settings = [...SETTINGS, `primary_conninfo=host=${primary.folder} user=visavis application_name=standby`]
  try {
    return await startPostgres({
      settings,
      fill: async (data) => {
        mkdirSync(data, { mode: 0o700 })
        for (const name of readdirSync(primary.data)) copyPart(join(primary.data, name), join(data, name))
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
        writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
        writeFileSync(join(data, 'standby.signal'), '')
      },
    })
  } finally {
    await client.end()
  }
}

const copyPart = (from: string, to: string): void => {
  const name = basename(from)
  if (OWN.has(name)) mkdirSync(to)
  else if (!name.startsWith('postmaster.') && name !== 'backup_label.old')
    // Files for a moment may be gone before they are copied.
    cpSync(from, to, { recursive: true, filter: (path) => !/pg_internal\.init|\.tmp$|\/t\d+_\d+/.test(path) })
}
