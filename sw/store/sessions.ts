/**
 * Manages who is logged in on this device: logins, logouts, switches between members, and the data each leaves behind.
 * Changes run one at a time. Each is stored before its effects, so that a worker that dies in between can continue.
 */
import { deleteDB } from 'idb'
import type { Counts, User } from '#contract/entities/user.ts'
import type { Ports } from '../ports.ts'
import { isFull, type Storage } from '../storage.ts'
import { ignored } from '../ignored.ts'
import { closeNotificationsOfOthers } from '../notifications.ts'
import { withTimeout } from '../timeout.ts'
import { dropEarlierPhotos, photoCacheName } from '../photos/budget.ts'
import { storeDrafts, storeText, takeDrafts } from './drafts.ts'
import { memberDbName, type DraftRow } from './member-db.ts'
import { readMe, writeUser } from './me.ts'
import { ROUTE_CACHE } from './route.ts'
import { deleteOutboxBackup, restoreOutbox } from './outbox-backup.ts'
import { countWaiting, readOutbox } from './outbox-rows.ts'
import { startSession, type DeviceSession } from './session.ts'
import type { Shell, ShellStore } from './shell-db.ts'
import { readLanguage } from './views.ts'

export type Sessions = {
  current: () => Promise<DeviceSession>
  shell: ShellStore
  /** Logs in the member whom the server named. `asked` is the session of the request. */
  adopt: (asked: DeviceSession, user: User, counts: Counts) => Promise<void>
  /** The server says that nobody is logged in. The data stays, unreachable, until the same member returns. */
  park: (asked: DeviceSession) => Promise<void>
  /**
   * The server has ended the session for good, or the account. Deletes everything of the member; no logout has to be
   * sent [ACC-16].
   * @param by a `member` who deleted the account on this device need not hear that queued writes went with it
   */
  forget: (asked: DeviceSession, by: 'server' | 'member') => Promise<void>
  /** Stores the text as a draft of this member, also while their data is parked; nothing for anybody else. */
  storeTextOf: (member: number, row: DraftRow) => Promise<void>
  /** The member logs out: deletes everything of theirs. The server does not know of it yet. */
  leave: () => Promise<void>
  /** Closes every connection. */
  close: () => Promise<void>
}

const WIPE_MS = 5_000
/** The databases and caches of one member (`memberDbName`, `photoCacheName`, `outboxBackupName`). */
const MEMBERS_OWN = /^(?:member|photos|outbox-backup)-(\d+)$/

export const createSessions = (ports: Ports, shell: ShellStore, storage: Storage): Sessions => {
  let current: DeviceSession | null = null
  let turn: Promise<unknown> = Promise.resolve()

  /** Runs the tasks one after another. */
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(task)
    turn = mine.catch(() => {})
    return mine
  }

  const startFor = (member: number | null, epoch: number, isStillTheirs: () => Promise<boolean>): DeviceSession =>
    startSession(member, epoch, ports, isStillTheirs, {
      withRoom: storage.withRoom,
      prepare: async (db) => {
        if (member !== null) await ignored(restoreOutbox(db, ports, member))
      },
    })

  const sessionOf = ({ member, epoch }: Shell): DeviceSession =>
    startFor(member, epoch, async () => {
      const row = await shell.read()
      return row.member === member && row.epoch === epoch
    })

  const load = async (): Promise<DeviceSession> => {
    // A session that ended without a logout means that the browser has cleared the device. Start over with an empty
    // one.
    if (current && !current.isOver()) return current
    current = null
    const row = await shell.read()
    if (row.to_wipe.length > 0) await ignored(wipe(row))
    current ??= sessionOf(row)
    return current
  }

  /** Starts another session. The previous session ends first, so that no late write goes through it. */
  const change = async (to: (shell: Shell) => Shell): Promise<DeviceSession> => {
    const before = await load()
    await before.end()
    const renew = (): Promise<Shell> => shell.update((row) => ({ ...to(row), epoch: row.epoch + 1 }))
    const row = await renew().catch(async (error: unknown) => {
      // On a full device photos make room for the new state, whoever saw them.
      if (isFull(error)) await ignored(dropEarlierPhotos(ports.caches(), 1))
      // A device that cannot store the new state must not keep the data of a member who leaves.
      await ignored(deleteData(to(await shell.read()).to_wipe))
      return renew()
    })
    current = sessionOf(row)
    // If the deletion fails now, the next start of the worker repeats it. The data is already unreachable.
    if (row.to_wipe.length > 0) await ignored(wipe(row))
    ports.news(['session'])
    return current
  }

  const wipe = async (row: Shell): Promise<void> => {
    await clearSigns(row)
    await deleteData(row.to_wipe)
    await shell.update((now) => ({ ...now, to_wipe: now.to_wipe.filter((member) => !row.to_wipe.includes(member)) }))
  }

  /** Clears what a member leaves outside the databases. A deletion that failed is repeated later: the signs of the member who is here stay. */
  const clearSigns = async ({ member, push }: Shell): Promise<void> => {
    await ignored(ports.caches().delete(ROUTE_CACHE))
    if (member === null) {
      await ignored(ports.notifications.closeAll())
      await ignored(ports.badge(0))
    } else await ignored(closeNotificationsOfOthers(ports.notifications, member))
    // Without a record the device has lost it, and the subscription is most likely this member's.
    const isTheirs = member !== null && (push === undefined || push?.member === member)
    // Unsubscribing asks the push service, which may be unreachable. Do not wait for it; `logout.ts` tries again.
    if (!isTheirs) void ignored(ports.push.unsubscribe())
  }

  const deleteData = async (members: readonly number[]): Promise<void> => {
    const deletions = members.flatMap((member) => [
      ports.caches().delete(photoCacheName(member)),
      inTime(deleteOutboxBackup(ports, member)),
      inTime(deleteDB(memberDbName(member))),
    ])
    // A part that fails must not keep the others.
    for (const deletion of await Promise.allSettled(deletions))
      if (deletion.status === 'rejected') throw deletion.reason
  }

  /** Another worker may keep a database open for a moment, or still write a backup. The deletion waits for it, but not longer than the timeout. */
  const inTime = async (deletion: Promise<void>): Promise<void> => {
    const isDeleted = deletion.then(() => true)
    if (!(await withTimeout(ports, WIPE_MS, isDeleted, false)))
      throw new Error('A part of the data was not deleted in time')
  }

  /**
   * The members with data on this device. The stored state may not know one of them any more: a browser can lose one database, or all
   * databases, and keep the other data.
   */
  const membersHere = async (): Promise<number[]> => {
    // Firefox before version 126 lists no databases, and neither does a storage process that hangs.
    const lists = [databaseNames(), ports.caches().keys()].map((list) =>
      withTimeout(
        ports,
        WIPE_MS,
        list.catch(() => []),
        [],
      ),
    )
    return (await Promise.all(lists)).flat().flatMap((name) => {
      const [, id] = MEMBERS_OWN.exec(name) ?? []
      return id === undefined ? [] : [Number(id)]
    })
  }

  return {
    shell,
    current: () => inTurn(load),
    adopt: (asked, user, counts) =>
      inTurn(async () => {
        const before = await load()
        if (before !== asked) return
        const row = await shell.read()
        const here = before.member === user.id ? [] : await membersHere()
        // Photos whose rows the browser has lost would never count, nor be dropped [PWA-13].
        if (!row.known) void ignored(ports.caches().delete(photoCacheName(user.id)))
        // Drafts that were shared before the login go to the member who logs in, and to nobody after them [PWA-9],
        // [PWA-11].
        const shared = before.member === null && row.known ? await takeDrafts(before).catch(() => []) : []
        const session =
          before.member === user.id
            ? before
            : await change((row) => ({
                ...row,
                member: user.id,
                parked: null,
                parked_writes: null,
                parked_drafts: 0,
                lost_writes: null,
                known: true,
                locale: user.language,
                // A subscription that an older version did not record belonged to the member who leaves.
                push: (row.member ?? row.parked) === null || row.parked === user.id ? row.push : (row.push ?? null),
                to_wipe: withoutMember([...row.to_wipe, row.member, row.parked, ...here], user.id),
              }))
        await session.write(['meta'], (tx) => writeUser(tx, user, counts, ports.now()))
        if (shared.length > 0) await ignored(storeDrafts(session, shared))
        await storeLanguage(session, shell)
      }),
    park: (asked) =>
      inTurn(async () => {
        const before = await load()
        if (before !== asked) return
        if (before.member === null) {
          await shell.update((row) => ({ ...row, known: true }))
          return
        }
        const { writes, drafts } = await unsentOf(before)
        await change((row) => ({
          ...row,
          member: null,
          parked: row.member,
          parked_writes: writes,
          parked_drafts: drafts,
          known: true,
        }))
        await ignored(ports.badge(0))
        await ignored(ports.notifications.closeAll())
      }),
    forget: (asked, by) =>
      inTurn(async () => {
        const before = await load()
        if (before !== asked) return
        const { parked, parked_writes = null, parked_drafts = 0 } = await shell.read()
        // For a visitor whose cookie belongs to an ended session, every answer says so. Only the first may change the
        // session.
        if (before.member === null && parked === null) await shell.update((row) => ({ ...row, known: true }))
        else {
          const { writes, drafts } =
            before.member === null ? { writes: parked_writes, drafts: parked_drafts } : await unsentOf(before)
          const here = await membersHere()
          await change((row) => ({
            ...loggedOut(row, here),
            lost_writes: by === 'server' ? (writes?.count ?? 0) + drafts || null : null,
          }))
        }
      }),
    storeTextOf: (member, row) =>
      inTurn(async () => {
        const session = await load()
        if (session.member === member) return storeText(session, row)
        const { parked, epoch } = await shell.read()
        if (parked !== member) return
        const isStillParked = async (): Promise<boolean> => (await shell.read()).parked === member
        const parkedSession = startFor(member, epoch, isStillParked)
        try {
          await storeText(parkedSession, row)
          const { drafts } = await unsentOf(parkedSession)
          await shell.update((row) => ({ ...row, parked_drafts: drafts }))
        } finally {
          await parkedSession.end()
        }
      }),
    leave: () =>
      inTurn(async () => {
        const here = await membersHere()
        await change((row) => ({ ...loggedOut(row, here), pending_logout: true }))
      }),
    close: async () => {
      await current?.end()
      await shell.close()
    },
  }
}

/** Stores the language of the worker's own notifications. */
export const storeLanguage = async (session: DeviceSession, shell: ShellStore): Promise<void> => {
  const locale = await readLanguage(session)
  if (locale === null || (await shell.read()).locale === locale) return
  await shell.update((row) => (row.member === session.member ? { ...row, locale } : row))
}

/** A member's queued writes, which the logged-out screen shows, and the number of their drafts and refused writes. A member's unreadable database has none. */
const unsentOf = (
  session: DeviceSession,
): Promise<{ writes: { name: string; count: number } | null; drafts: number }> =>
  session
    .read(['outbox', 'meta', 'drafts'], async (tx) => {
      const outbox = await readOutbox(tx)
      const count = await countWaiting(tx, outbox)
      const name = (await readMe(tx)).user?.profile.name
      const refused = outbox.filter(({ state }) => state === 'failed').length
      return {
        writes: count > 0 && name !== undefined ? { name, count } : null,
        drafts: refused + (await tx.objectStore('drafts').count()),
      }
    })
    .catch(() => ({ writes: null, drafts: 0 }))

const databaseNames = async (): Promise<string[]> => (await indexedDB.databases()).map(({ name = '' }) => name)

/** The state after a logout: nobody is logged in, and the data of the former member, and of all others, is marked for deletion. */
const loggedOut = (row: Shell, here: readonly number[]): Shell => ({
  ...row,
  member: null,
  parked: null,
  parked_writes: null,
  parked_drafts: 0,
  lost_writes: null,
  known: true,
  push: null,
  to_wipe: withoutMember([...row.to_wipe, row.member, row.parked, ...here], null),
})

/** The members of whom data is left, each once, without the one who stays. */
const withoutMember = (members: readonly (number | null)[], kept: number | null): number[] => [
  ...new Set(members.flatMap((member) => (member === null || member === kept ? [] : [member]))),
]
