/** What the device knows apart from any member: who is logged in, and the site's public answers. */
import type { DBSchema } from 'idb'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { keepOpen, type Database, type OpenDeps } from './opener.ts'

export type Shell = {
  /** Who is logged in on this device. */
  member: number | null
  /** Whom the server logged out: their writes wait here for their return. Never reachable meanwhile. */
  parked: number | null
  /** Their name, and how many writes wait; missing where nothing does, and in old rows. */
  parked_writes?: { name: string; count: number } | null
  /** Counts logins and logouts, so that a late answer is known as late. */
  epoch: number
  /** Whether the server has ever said who this is. Until then nothing is stored. */
  known: boolean
  /** The member logged out without network: the server is told before anything else. */
  pending_logout: boolean
  /** Members whose data is being deleted; survives a worker that dies in between. */
  to_wipe: number[]
  /** The push subscription as the server was last told of it, and whose; null where nobody wants one, undefined in old rows. */
  push?: { member: number; epoch: number; endpoint: string; at: number } | null | undefined
  /** Where a tapped notification leads, until that is shown. */
  route?: { path: string; member: number | null; at: number } | null
  locale: Locale
}

const FIRST: Shell = {
  member: null,
  parked: null,
  epoch: 0,
  known: false,
  pending_logout: false,
  to_wipe: [],
  locale: DEFAULT_LOCALE,
}

/** Public answers, the same for everyone: they outlive a logout. */
export type SiteRow = { data: unknown; held_at: number }

interface ShellSchema extends DBSchema {
  state: { key: 'shell'; value: Partial<Shell> }
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
    read: async () => complete(await (await opened.get()).transaction('state').store.get('shell')),
    update: async (change) => {
      const tx = (await opened.get()).transaction('state', 'readwrite')
      const next = change(complete(await tx.store.get('shell')))
      await tx.store.put(next, 'shell')
      await tx.done
      return next
    },
    readSite: async (name) => (await opened.get()).transaction('site').store.get(name),
    writeSite: async (name, row) => {
      const tx = (await opened.get()).transaction('site', 'readwrite')
      await Promise.all([tx.store.put(row, name), tx.done])
    },
    close: opened.close,
  }
}

/** A row of an older version lacks what came later. */
const complete = (row: Partial<Shell> | undefined): Shell => ({ ...FIRST, ...row })
