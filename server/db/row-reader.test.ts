import * as drizzle from 'drizzle-orm'
import type { SelectedFieldsOrdered } from 'drizzle-orm/sqlite-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { queriesOn } from './queries.ts'
import { rowReader, type JoinedTables } from './row-reader.ts'
import { SqliteSession } from './sqlite-session.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer({ isOnSqlite: true })
})
afterAll(() => server.close())

/** Drizzle's own function, which its types leave out. */
const { mapResultRow } = drizzle as unknown as {
  mapResultRow: (fields: SelectedFieldsOrdered, row: unknown[], joined: JoinedTables | undefined) => unknown
}

test('every statement of every area reads its rows as Drizzle does, with the members in the same order', () => {
  const prepare = vi.spyOn(SqliteSession.prototype, 'prepareQuery')
  for (const area of Object.values(queriesOn(server.db))) expect(area).toBeTypeOf('object')
  const statements = prepare.mock.calls.flatMap(([, fields], index) => {
    const prepared = prepare.mock.results[index]?.value as { joinsNotNullableMap?: JoinedTables }
    return fields ? [{ fields, joined: prepared.joinsNotNullableMap }] : []
  })
  expect(statements.length).toBeGreaterThan(150)
  for (const { fields, joined } of statements) {
    const readRow = rowReader(fields, joined)
    const isFound = fc.array(fc.boolean(), { minLength: fields.length, maxLength: fields.length })
    const property = fc.property(isFound, (found) => {
      // Another text at each place, which is JSON too, for the columns that contain it.
      const row = found.map((is, place) => (is ? `[${' '.repeat(place)}]` : null))
      expect(JSON.stringify(readRow(row))).toBe(JSON.stringify(mapResultRow(fields, row, joined)))
    })
    fc.assert(property, { numRuns: 20, seed: 42 })
  }
})
