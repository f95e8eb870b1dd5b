/**
 * One transaction for all reads of a turn of the event loop. SQLite takes and frees the locks of its log for each read outside of a
 * transaction: that takes 2.5 µs, and finding a row by its key takes less than one.
 */
import type Database from 'better-sqlite3'

export type TurnReads = {
  /** Call this before a read: begins the transaction, unless one is open. It ends with the turn. */
  begin: () => void
  /** Call this before a write and before the transaction of a group of writes. */
  end: () => void
}

export const turnReads = (client: Database.Database): TurnReads => {
  // Deferred: it locks nothing before its first read.
  const [begin, commit] = [client.prepare('begin'), client.prepare('commit')]
  let isOpen = false
  const end = (): void => {
    if (!isOpen) return
    isOpen = false
    // A connection that was closed and a file that could not be read have ended it already.
    if (client.inTransaction) commit.run()
  }
  return {
    begin: () => {
      // The transaction of a group of writes serves its reads too.
      if (isOpen || client.inTransaction) return
      begin.run()
      isOpen = true
      setImmediate(end)
    },
    end,
  }
}
