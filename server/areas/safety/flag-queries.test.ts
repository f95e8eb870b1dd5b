import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const add = (severity: 'grave' | 'harm' | 'rest', at: number) =>
  server.deps.write((tx) => tx.flags.addFlag({ member: 7, kind: 'photo', severity, photo: 3, facts: { bits: 2 } }, at))

test('[GUARD-1] open flags are listed by severity, then by age, and an answered one is gone', async () => {
  const [rest, harm, grave, laterHarm] = [
    await add('rest', 1),
    await add('harm', 2),
    await add('grave', 9),
    await add('harm', 3),
  ]
  const { flags } = server.deps.read
  const ids = async () => (await flags.openFlags(10)).map(({ id }) => id)
  expect(await ids()).toEqual([grave, harm, laterHarm, rest])
  expect(await flags.openFlags(1)).toMatchObject([{ id: grave, member: 7, photo: 3, facts: { bits: 2 } }])

  expect(await server.deps.write((tx) => tx.flags.answerFlag(harm, true, 20))).toBe(true)
  expect(await server.deps.write((tx) => tx.flags.answerFlag(harm, false, 21))).toBe(false)
  expect(await ids()).toEqual([grave, laterHarm, rest])
  expect(await flags.flag(harm)).toMatchObject({ upheld: true, answeredAt: 20 })
  expect(await flags.countOpenFlags()).toBe(3)
  expect(await flags.openFlagsOf(8)).toEqual([])
})

// SQLite's plan.
test('[GUARD-1] the list of open flags reads an index and sorts nothing', { skip: isPostgres }, () => {
  const plan = server.sql(
    `explain query plan select * from flags where answered_at is null order by severity, created_at, id limit 10`,
  )
  expect(JSON.stringify(plan)).toContain('USING INDEX flags_open')
  expect(JSON.stringify(plan)).not.toContain('TEMP B-TREE')
})
