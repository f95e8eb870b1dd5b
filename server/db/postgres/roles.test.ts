/** Servers of one site on machines of their own: no folder is shared, only PostgreSQL and a bucket. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { callsOn } from '../../testing/calls.ts'
import { startBucket } from '../../testing/bucket.ts'
import { startChild, type ChildServer } from '../../testing/child-server.ts'
import type { TestMember } from '../../testing/members.ts'
import { jpegOf, newClientId } from '../../testing/photos.ts'
import { urlOf } from '../../testing/postgres.ts'
import { createTestServer } from '../../testing/test-server.ts'

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

const site = async () => {
  const nursery = await createTestServer({ start: new Date().toISOString() })
  cleanUp.push(() => nursery.close())
  const bucket = await startBucket()
  cleanUp.push(() => bucket.close())
  const env = {
    DATABASE_URL: urlOf(nursery),
    FILES_URL: bucket.url,
    SITE_KEY: 'k'.repeat(43),
    LOG_LEVEL: 'warn',
  }
  const start = async (extra: Record<string, string> = {}): Promise<ChildServer> => {
    const dir = mkdtempSync(join(tmpdir(), 'visavis-machine-'))
    cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
    const child = await startChild(dir, { ...env, ...extra })
    cleanUp.push(() => child.end('SIGKILL'))
    return child
  }
  return { nursery, bucket, start }
}

const on = (server: ChildServer, cookie?: string) =>
  callsOn({ request: (url, init) => fetch(url.replace(/^http:\/\/[^/]+/, server.origin), init) }, cookie)

const addPhoto = async (server: ChildServer, member: TestMember, number: number): Promise<number> => {
  const headers = { cookie: member.cookie, 'content-type': 'image/jpeg' }
  const url = `${server.origin}/api/photos?client_id=${newClientId(number)}`
  const answer = await fetch(url, { method: 'POST', headers, body: new Uint8Array(await jpegOf(number)) })
  expect(answer.status).toBe(200)
  return number
}

test('[OPS-8] a photo that one machine takes is seen at the other, deleted at one it is gone at both and from the bucket', async () => {
  const { nursery, bucket, start } = await site()
  const anna = await nursery.signUp('Anna')
  const [web, jobs] = await Promise.all([start({ ROLE: 'web' }), start({ ROLE: 'jobs' })])
  const other = await start({ ROLE: 'web' })
  const pushKeys = await Promise.all(
    [web, other].map(async (server) => (await on(server)('settings.get')).body.settings.push_public_key),
  )
  expect(pushKeys[1]).toBe(pushKeys[0])
  await addPhoto(web, anna, 1)
  const [row] = nursery.sql('select id from photos')
  const id = String(row?.['id'])
  const statusAt = async (server: ChildServer) =>
    (await fetch(`${server.origin}/photos/${id}/full`, { headers: { cookie: anna.cookie } })).status
  expect([await statusAt(web), await statusAt(other), bucket.names().length]).toEqual([200, 200, 4])

  // A process with jobs alone serves no member.
  const paths = ['/readyz', '/healthz', `/photos/${id}/full`, '/api/user', '/']
  const statuses = await Promise.all(paths.map(async (path) => (await fetch(jobs.origin + path)).status))
  expect(statuses).toEqual([200, 200, 404, 404, 404])

  const deleted = await on(other, anna.cookie)('photos.delete', { params: { id } })
  expect(deleted.status).toBe(200)
  expect([await statusAt(web), await statusAt(other)]).toEqual([404, 404])
  // The sweep runs in the process with jobs, which learns of it within a beat.
  await expect.poll(() => bucket.names(), { timeout: 30_000 }).toEqual([])
}, 180_000)

test('[OPS-8] a web process runs no job, and a process with jobs that starts later runs them', async () => {
  const { nursery, start } = await site()
  await start({ ROLE: 'web' })
  expect(nursery.sql('select id from job_processes')).toEqual([])
  nursery.sql(`insert into jobs (kind, payload, run_at) values ('photos.sweep', '{}', 0)`)
  const waiting = () => nursery.sql(`select kind from jobs where kind = 'photos.sweep'`)
  // A process that ran jobs would have looked twice by then.
  await new Promise((resolve) => setTimeout(resolve, 1_500)) // nothing is expected to happen, so nothing can be awaited
  expect(waiting()).toHaveLength(1)
  const jobs = await start({ ROLE: 'jobs' })
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
  expect(nursery.sql('select id from job_processes')).toHaveLength(1)
  await jobs.end('SIGTERM')
  expect(nursery.sql('select id from job_processes')).toEqual([])
}, 180_000)
