/**
 * Whose data this is. A request takes its session when it starts and reads and writes through it alone; once someone
 * else has logged in, or nobody is, it refuses. So a late answer lands nowhere [PWA-11].
 */
import type { Storage } from '../storage.ts'
import { keepOpen, type OpenDb, type OpenDeps } from './opener.ts'
import { memberDb, type MemberSchema, type ReadTx, type StoreName, type Tx } from './member-db.ts'

export class SessionOver extends Error {}

export type Session = {
  /** Null for visitors, who have a database of their own. */
  readonly member: number | null
  readonly epoch: number
  isOver: () => boolean
  read: <Result>(stores: StoreName[], body: (tx: ReadTx) => Promise<Result>) => Promise<Result>
  /** One transaction: everything of it happens, or nothing. On a full device it runs again once there is room [PWA-13]. */
  write: <Result>(stores: StoreName[], body: (tx: Tx) => Promise<Result>, durability?: 'strict') => Promise<Result>
  /** Nothing is read or written through this session any more. */
  end: () => Promise<void>
}

export type MemberSession = Session & { readonly member: number }

export const isMember = (session: Session): session is MemberSession => session.member !== null

export const startSession = (
  member: number | null,
  epoch: number,
  deps: OpenDeps,
  /** Whether the device still says so: another worker of this origin may have logged out. */
  isStillTheirs: () => Promise<boolean>,
  storage: Pick<Storage, 'withRoom'>,
): Session => {
  let over = false
  const guard = (): void => {
    if (over) throw new SessionOver()
  }
  const opened = keepOpen(memberDb(member), deps, async () => {
    guard()
    if (!(await isStillTheirs())) over = true
    guard()
  })

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
      // The connection was let go between opening and use, for an upgrade that waited: once more on a new one.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      await opened.close()
      return open(await opened.get())
    }
  }

  const session: Session = {
    member,
    epoch,
    isOver: () => over,
    read: async (stores, body) => {
      const tx = await begin(stores, 'readonly', 'default')
      return body(tx)
    },
    write: async (stores, body, durability) => {
      const tx = await begin(stores, 'readwrite', durability ?? 'default')
      try {
        const result = await body(tx)
        await tx.done
        return result
      } catch (error) {
        // A request that a full disk has ended says no more than that it was ended.
        const cause = tx.error ?? error
        abort(tx)
        throw cause
      }
    },
    end: async () => {
      over = true
      await opened.close()
    },
  }
  return {
    ...session,
    write: (stores, body, durability) =>
      storage.withRoom(session, stores.join(), () => session.write(stores, body, durability)),
  }
}

const abort = (tx: Tx): void => {
  tx.done.catch(() => {})
  try {
    tx.abort()
  } catch {
    // It has already ended by itself.
  }
}
