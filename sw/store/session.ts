/**
 * A session binds a request to one member's data. A request takes its session when it starts, and reads and writes only
 * through it. After a login or logout the session refuses, so a late answer is never stored for another member
 * [PWA-11].
 */
import { complete, databaseOpener, type OpenDb, type OpenDeps } from './opener.ts'
import { memberDb, type MemberSchema, type ReadTx, type StoreName, type Tx } from './member-db.ts'

export class SessionOver extends Error {}

export type DeviceSession = {
  /** The member's id, or null for visitors, who share a database of their own. */
  readonly member: number | null
  readonly epoch: number
  isOver: () => boolean
  read: <Result>(stores: StoreName[], body: (tx: ReadTx) => Promise<Result>) => Promise<Result>
  /** One transaction, all or nothing. On a full device it is retried after space was freed [PWA-13]. */
  write: <Result>(stores: StoreName[], body: (tx: Tx) => Promise<Result>, durability?: 'strict') => Promise<Result>
  /** Ends the session: later reads and writes throw `SessionOver`. */
  end: () => Promise<void>
}

export type MemberSession = DeviceSession & { readonly member: number }

/** @param what names the kind of write: the device counts as full until each kind that failed has succeeded again */
export type WithRoom = <Result>(session: DeviceSession, what: string, write: () => Promise<Result>) => Promise<Result>

export const isMember = (session: DeviceSession): session is MemberSession => session.member !== null

export const startSession = (
  member: number | null,
  epoch: number,
  deps: OpenDeps,
  /** Whether the stored state still names this member: another worker of this origin may have logged out. */
  isStillTheirs: () => Promise<boolean>,
  store: { withRoom: WithRoom; prepare: (db: OpenDb<MemberSchema>) => Promise<void> },
): DeviceSession => {
  let over = false
  const guard = (): void => {
    if (over) throw new SessionOver()
  }
  const opened = databaseOpener(
    memberDb(member),
    deps,
    async () => {
      guard()
      if (!(await isStillTheirs())) over = true
      guard()
    },
    store.prepare,
  )

  const begin = async <Mode extends IDBTransactionMode>(
    stores: StoreName[],
    mode: Mode,
    durability: IDBTransactionDurability,
  ) => {
    guard()
    const open = (db: OpenDb<MemberSchema>) => {
      guard()
      return db.transaction(stores, mode, { durability })
    }
    try {
      return open(await opened.get())
    } catch (error) {
      // The connection closed between opening and use, because an upgrade waited for it. Retry once with a new
      // connection.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      await opened.close()
      return open(await opened.get())
    }
  }

  const session: DeviceSession = {
    member,
    epoch,
    isOver: () => over,
    read: async (stores, body) => {
      const tx = await begin(stores, 'readonly', 'default')
      return body(tx)
    },
    write: async (stores, body, durability) => {
      const tx = await begin(stores, 'readwrite', durability ?? 'default')
      return complete(tx, body)
    },
    end: async () => {
      over = true
      await opened.close()
    },
  }
  return {
    ...session,
    write: (stores, body, durability) =>
      store.withRoom(session, stores.join(), () => session.write(stores, body, durability)),
  }
}
