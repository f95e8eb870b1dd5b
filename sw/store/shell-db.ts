/** The database for all sessions of this device: the logged-in member, and the site's public answers. */
import type { DBSchema } from 'idb'
import { DEFAULT_LOCALE, type Locale } from '#contract/locales.ts'
import { databaseOpener, readUnlessLost, type Database, type OpenDeps } from './opener.ts'

export type Shell = {
  /** The member who is logged in on this device. */
  member: number | null
  /** The member whom the server logged out. Their queued writes wait here, unreachable, until they return. */
  parked: number | null
  /** The parked member's name and number of queued writes; missing without queued writes and in old rows. */
  parked_writes?: { name: string; count: number } | null
  /** The parked member's number of drafts with photos and of refused writes; missing in old rows. */
  parked_drafts?: number
  /** How many writes and drafts were deleted because the session was ended elsewhere; until the member has read it, or the next login. */
  lost_writes?: number | null
  /** Counts logins and logouts, so that a late answer can be recognised. */
  epoch: number
  /** Whether the server has ever named the logged-in member. Nothing is stored before that. */
  known: boolean
  /** The member logged out and the server does not know it yet. This request goes before any other. */
  pending_logout: boolean
  /** Members whose data must be deleted. Stored, since the worker may die during the deletion. */
  to_wipe: number[]
  /**
   * The push subscription that the server last confirmed, and its member. Null if notifications are off, undefined in
   * old rows.
   */
  push?: { member: number; epoch: number; endpoint: string; at: number } | null | undefined
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

/**
 * A public answer. It is the same for everyone, so it stays after a logout. `served_at`: the server's clock at `held_at`; missing in
 * old rows.
 */
export type SiteRow = { data: unknown; held_at: number; served_at?: number }

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
  /** Reads and writes in one transaction; returns the new state. */
  update: (change: (shell: Shell) => Shell) => Promise<Shell>
  readSite: (name: string) => Promise<SiteRow | undefined>
  writeSite: (name: string, row: SiteRow) => Promise<void>
  close: () => Promise<void>
}

export const openShell = (deps: OpenDeps): ShellStore => {
  const opened = databaseOpener(SHELL_DB, deps)
  return {
    read: async () => complete(await (await opened.get()).transaction('state').store.get('shell')),
    update: async (change) => {
      const tx = (await opened.get()).transaction('state', 'readwrite')
      const next = change(complete(await tx.store.get('shell')))
      await tx.store.put(next, 'shell')
      await tx.done
      return next
    },
    readSite: async (name) => {
      const db = await opened.get()
      return readUnlessLost(() => db.transaction('site').store.get(name))
    },
    writeSite: async (name, row) => {
      const tx = (await opened.get()).transaction('site', 'readwrite')
      await Promise.all([tx.store.put(row, name), tx.done])
    },
    close: opened.close,
  }
}

/** Fills in the fields that a row of an older version lacks. */
const complete = (row: Partial<Shell> | undefined): Shell => ({ ...FIRST, ...row })
