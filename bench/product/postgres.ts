/** Seeded members in PostgreSQL, moved there as a site moves. */
import { withClient } from '../../server/db/postgres/engine.ts'
import { moveFromSqlite } from '../../server/db/postgres/move-from-sqlite.ts'

/**
 * @param file the SQLite database
 * @param url a PostgreSQL whose role may create databases
 * @param name the new database beside the one of the URL; an older one of this name is dropped
 */
export const movedToPostgres = async (file: string, url: string, name: string) => {
  const there = new URL(url)
  there.pathname = `/${name}`
  const admin = (statement: string) => withClient(url, (client) => client.query(statement))
  await admin(`drop database if exists ${name} with (force)`)
  await admin(`create database ${name} encoding 'UTF8' template template0`)
  console.log(`  moving ${name} to PostgreSQL …`)
  const differences = await moveFromSqlite({
    file,
    url: there.href,
    compareAnswers: async () => [],
    sample: 0,
    log: () => undefined,
  })
  if (differences.length > 0) throw new Error(differences.join('\n'))
  return { url: there.href, drop: () => admin(`drop database ${name} with (force)`) }
}
