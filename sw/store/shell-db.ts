/** What the device knows apart from any member: who is logged in, and the site's public answers. */
import type { DBSchema } from 'idb'
import * as v from 'valibot'
import { Count, Id } from '#contract/fields.ts'
import { DEFAULT_LOCALE, LOCALES } from '#contract/locales.ts'
import { keepOpen, type Database, type OpenDeps } from './opener.ts'

const Shell = v.object({
  /** Who is logged in on this device. */
  member: v.nullable(Id),
  /** Whom the server logged out: their writes wait here for their return. Never reachable meanwhile. */
  parked: v.nullable(Id),
  /** Counts logins and logouts, so that a late answer is known as late. */
  epoch: Count,
  /** Whether the server has ever said who this is. Until then nothing is stored. */
  known: v.boolean(),
  /** The member logged out without network: the server is told before anything else. */
  pending_logout: v.boolean(),
  /** Members whose data is being deleted; survives a worker that dies in between. */
  to_wipe: v.array(Id),
  /** A push subscription the server has not heard of yet. */
  push_unsent: v.boolean(),
  locale: v.picklist(LOCALES),
})
export type Shell = v.InferOutput<typeof Shell>

const FIRST: Shell = {
  member: null,
  parked: null,
  epoch: 0,
  known: false,
  pending_logout: false,
  to_wipe: [],
  push_unsent: false,
  locale: DEFAULT_LOCALE,
}

/** Public answers, the same for everyone: they outlive a logout. */
export type SiteRow = { data: unknown; held_at: number }

interface ShellSchema extends DBSchema {
  state: { key: 'shell'; value: unknown }
  site: { key: string; value: SiteRow }
}

const SHELL_DB: Database<ShellSchema> = {
  name: 'shell',
  version: 1,
  upgrade: (db, from) => {
    if (from < 1) {
      db.createObjectStore('state')
      db.createObjectStore('site')
    }
  },
}

export type ShellStore = {
  read: () => Promise<Shell>
  /** Reads and writes in one transaction; gives back what stands there afterwards. */
  update: (change: (shell: Shell) => Shell) => Promise<Shell>
  readSite: (name: string) => Promise<SiteRow | undefined>
  writeSite: (name: string, row: SiteRow) => Promise<void>
  close: () => Promise<void>
}

export const openShell = (deps: OpenDeps): ShellStore => {
  const opened = keepOpen(SHELL_DB, deps)
  return {
    read: async () => parsed(await (await opened.get()).get('state', 'shell')),
    update: async (change) => {
      const tx = (await opened.get()).transaction('state', 'readwrite')
      const next = change(parsed(await tx.store.get('shell')))
      await tx.store.put(next, 'shell')
      await tx.done
      return next
    },
    readSite: async (name) => (await opened.get()).get('site', name),
    writeSite: async (name, row) => {
      await (await opened.get()).put('site', row, name)
    },
    close: opened.close,
  }
}

const parsed = (row: unknown): Shell => {
  const result = v.safeParse(Shell, row)
  return result.success ? result.output : FIRST
}
