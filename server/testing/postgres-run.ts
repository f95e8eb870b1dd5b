/** Starts PostgreSQL for a run of tests, and makes the empty database that each test copies. */
import { Client } from 'pg'
import { bringUpToDate } from '../db/postgres/migrate.ts'
import { startPostgres, TEMPLATE, TEST_POSTGRES, urlIn } from './postgres.ts'

export const setup = async (): Promise<() => Promise<void>> => {
  const server = await startPostgres()
  process.env[TEST_POSTGRES] = server.folder
  const first = new Client({ connectionString: urlIn('postgres') })
  await first.connect()
  await first.query(`create database ${TEMPLATE}`)
  await first.end()
  const template = new Client({ connectionString: urlIn(TEMPLATE) })
  await template.connect()
  await bringUpToDate(template)
  await template.end()
  return server.stop
}
