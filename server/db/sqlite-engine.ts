/** SQLite as the engine: one writer connection, whose writes share commits, and which answers reads from its cache. */
import { users } from './schema/account.ts'
import type { Databases } from './database.ts'
import type { Engine } from './engine.ts'
import { queriesOn } from './queries.ts'
import { writeGroup } from './write-group.ts'

/**
 * Reads use the writer connection, whose pages are cached. A group of writes is one turn of the event loop, so no request
 * reads between a group's start and its commit (decision 8).
 */
export const sqliteEngine = (databases: Databases): Engine => {
  const { writer } = databases
  const read = queriesOn(writer)
  return {
    read,
    figures: queriesOn(databases.reader),
    writer: (makeTx, measure) => ({
      ...writeGroup(writer, (...on) => makeTx(read, ...on), measure),
      groupsAtOnce: 1,
    }),
    isEmpty: async () => (await writer.select({ id: users.id }).from(users).limit(1).get()) === undefined,
    close: async () => databases.close(),
  }
}
