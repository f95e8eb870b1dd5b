import { rmSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyOfBase } from '../testing/base-database.ts'
import { openDatabases, type Databases } from './database.ts'
import { queriesOn, withQueries } from './queries.ts'

let dir: string
let databases: Databases
beforeEach(() => {
  const base = copyOfBase()
  dir = base.dir
  databases = openDatabases(base.file)
})
afterEach(() => {
  databases.close()
  rmSync(dir, { recursive: true })
})

test('every query of every area fits the newest schema', () => {
  const areas = Object.entries(queriesOn(databases.writer))
  expect(areas.length).toBeGreaterThan(30)
  for (const [area, queries] of areas) expect([area, Object.keys(queries).length > 0]).toEqual([area, true])
})

test('an area prepares its queries once, at its first use', () => {
  const { writer } = databases
  const prepare = vi.spyOn(writer.$client, 'prepare')
  const read = queriesOn(writer)
  const tx = withQueries(read, { own: 'member' })
  expect(tx.own).toBe('member')
  expect(prepare).not.toHaveBeenCalled()
  expect(tx.site).toBe(read.site)
  const first = prepare.mock.calls.length
  expect(first).toBeGreaterThan(0)
  expect(tx.site).toBe(read.site)
  expect(prepare).toHaveBeenCalledTimes(first)
})
