/** The real server is killed with SIGKILL while the operator's check looks at a photo. */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, test } from 'vitest'
import { databaseFile } from './adapters/data-dir.ts'
import { answerService } from './testing/answer-service.ts'
import { startChild, type ChildServer } from './testing/child-server.ts'
import { dataDirOf, createTestServer } from './testing/test-server.ts'
import { jpegOf, upload } from './testing/photos.ts'

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

test('[GUARD-3] [SAFE-10] kill -9 during the check of a photo loses no photo and decides each once', async () => {
  const service = await answerService()
  cleanUp.push(service.close)
  const env = { PHOTO_CHECK_URL: service.url, PHOTO_CHECK_SECRET: 'a secret for a check on loopback' }
  const nursery = await createTestServer({ start: new Date().toISOString(), env })
  for (let number = 1; number <= 3; number += 1)
    await upload(nursery, await nursery.signUp(`Member ${number}`), await jpegOf(number))
  const dir = await dataDirOf(nursery)
  cpSync(join(nursery.deps.env.DATA_DIR, 'photos'), join(dir, 'photos'), { recursive: true })
  await nursery.close()
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
  const start = async (): Promise<ChildServer> => {
    const child = await startChild(dir, { ...env, LOG_LEVEL: 'error' })
    cleanUp.push(() => child.end('SIGKILL'))
    return child
  }
  // The check has all three photos, and answers none.
  service.answers.push(null, null, null)
  const first = await start()
  await expect.poll(() => service.asked.length, { timeout: 20_000 }).toBe(3)
  await first.end('SIGKILL')

  service.answers.push({ status: 200, body: '{"verdict":"approve"}' }, { status: 200, body: '{"verdict":"queue"}' })
  service.answers.push({ status: 200, body: '{"verdict":"reject","reason":"quality"}' })
  const database = new Database(databaseFile(dir))
  cleanUp.push(() => database.close())
  const all = (sql: string) => database.prepare(sql).all()
  await start()
  await expect.poll(() => all(`select 1 from jobs where kind = 'photo.check'`), { timeout: 20_000 }).toEqual([])
  expect(all('select status, count(*) as n from photos group by status order by status')).toEqual([
    { status: 'active', n: 1 },
    { status: 'pending', n: 1 },
    { status: 'rejected', n: 1 },
  ])
  expect(all('select count(*) as n from decisions')).toEqual([{ n: 1 }])
  expect(new Set(service.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
}, 120_000)
