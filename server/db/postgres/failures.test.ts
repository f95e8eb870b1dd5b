/** A database that breaks: the request is answered with 503, and the server recovers by itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { callsOn } from '../../testing/calls.ts'
import { startChild } from '../../testing/child-server.ts'
import { signupForm } from '../../testing/forms.ts'
import { isLong, startPostgres, urlIn } from '../../testing/postgres.ts'
import { requestFrom } from '../../testing/raw-request.ts'
import { createTestServer } from '../../testing/test-server.ts'
import { isAway, orUnavailable } from './failures.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { seededBytes } from '../../testing/random.ts'

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

const OTHERS = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('[OPS-8] a connection that breaks during a commit is a 503, and the repeated message is stored and charged once', async () => {
  const server = await createTestServer()
  cleanUp.push(() => server.close())
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert', { credits: 5 })]
  // The commit of the first message waits until its connection is cut.
  server.sql('create sequence sent')
  server.sql(`create function slow() returns trigger language plpgsql as
    'begin if nextval(''sent'') = 1 then perform pg_sleep(60); end if; return null; end'`)
  server.sql(`create constraint trigger slow after insert on messages deferrable initially deferred
    for each row execute function slow()`)
  const client_id = uuidv7(Date.now(), seededBytes('cut')(10))
  const send = () => server.sendText(bert, anna, 'Hi', client_id)

  const cut = send()
  // A commit that is cut before its trigger waits would leave the wait to the next message.
  const isWaiting = `select 1 from pg_stat_activity where datname = current_database() and query = 'commit' and wait_event = 'PgSleep'`
  await expect.poll(() => server.sql(isWaiting).length, { timeout: 15_000 }).toBe(1)
  server.sql(OTHERS)
  const { status, error, headers } = await cut
  expect([status, error?.error, headers.get('retry-after')]).toEqual([503, 'shutting_down', '2'])

  // All connections were cut. A device repeats a message until the pool has heard of each of them.
  await expect.poll(async () => (await send()).status).toBe(201)
  const again = await send()
  expect((await send()).body).toEqual(again.body)
  expect(server.sql('select id from messages')).toHaveLength(1)
  expect((await server.as(bert)('user.get')).body.user?.credits).toBe(4)
}, 40_000)

test('[OPS-12] on a full disk of PostgreSQL writes are refused by name, and new space is enough to recover', async () => {
  const server = await createTestServer()
  cleanUp.push(() => server.close())
  const [anna, bert] = [await server.signUp('Anna'), await server.signUp('Bert', { credits: 5 })]
  server.sql(`create function full_disk() returns trigger language plpgsql as
    'begin raise exception ''could not extend file: No space left on device'' using errcode = ''53100''; end'`)
  server.sql('create trigger full_disk before insert on messages execute function full_disk()')
  // A row of another size does not fit either, while PostgreSQL changes a small one in its place.
  server.sql(`create trigger full_disk before insert on site_state for each row when (length(new.value) > 100000)
    execute function full_disk()`)
  const client_id = uuidv7(Date.now(), seededBytes('full')(10))
  const send = () => server.sendText(bert, anna, 'Hi', client_id)
  const readyz = async () => {
    const answer = await requestFrom(server.app, '127.0.0.1', '/readyz')
    return [answer.status, await answer.text()]
  }
  expect(await readyz()).toEqual([200, 'ready'])
  const { status, error, headers } = await send()
  expect([status, error?.error, headers.get('retry-after')]).toEqual([503, 'server_full', '60'])
  expect(await readyz()).toEqual([503, 'the disk of the database is full'])
  server.sql('drop trigger full_disk on messages')
  expect((await send()).status).toBe(201)
  expect(await readyz()).toEqual([503, 'the disk of the database is full'])
  server.sql('drop trigger full_disk on site_state')
  expect(await readyz()).toEqual([200, 'ready'])
})

const refusal = (code: string) => Object.assign(new DatabaseError('refused', 7, 'error'), { code })

test.each([
  ['08006', 'a connection that broke'],
  ['57P01', 'a server that stops'],
  ['57014', 'a statement that took too long'],
  ['25P03', 'a transaction that did nothing for too long'],
  ['53300', 'too many connections'],
  ['25006', 'a former primary that only reads'],
])('[OPS-8] %s, %s, is a PostgreSQL that is away, so that devices repeat their requests', (code) => {
  expect(isAway(new Error('Failed query', { cause: refusal(code) }))).toBe(true)
  expect(isAway(refusal('23505'))).toBe(false)
})

test('[OPS-12] the log says in the words of PostgreSQL or of the driver why it does not answer', async () => {
  const refused = Object.assign(new DatabaseError('sorry, too many clients already', 0, 'error'), { code: '53300' })
  const query = new Error('Failed query: select 1 where email = $1 params: anna@example.org', { cause: refused })
  await expect(orUnavailable(Promise.reject(query))).rejects.toThrow(
    /^PostgreSQL does not answer: sorry, too many clients already$/,
  )
  const waited = new Error('timeout exceeded when trying to connect')
  await expect(orUnavailable(Promise.reject(waited))).rejects.toThrow(/: timeout exceeded when trying to connect$/)
})

test('[CHAT-5] a message whose last statements fail is neither stored nor charged, while the others of its group are', async () => {
  const server = await createTestServer()
  cleanUp.push(() => server.close())
  const anna = await server.signUp('Anna')
  const senders = [
    await server.signUp('Bert', { credits: 5 }),
    await server.signUp('Carl', { credits: 5 }),
    await server.signUp('Dora', { credits: 5 }),
  ]
  // The debit follows the message and goes with the commit.
  server.sql(`create function refuse() returns trigger language plpgsql as
    'begin if new.user_id = ${senders[1]?.id ?? 0} then raise ''refused''; end if; return new; end'`)
  server.sql('create trigger refuse before insert on ledger for each row execute function refuse()')
  const sent = await Promise.all(
    senders.map((sender) =>
      server.as(sender)('messages.send', {
        body: { client_id: uuidv7(Date.now(), seededBytes('refused')(10)), profile: anna.id, type: 'text', text: 'Hi' },
      }),
    ),
  )
  expect(sent.map(({ status }) => status)).toEqual([201, 500, 201])
  const stored = server.sql('select sender from messages order by sender').map(({ sender }) => sender)
  expect(stored).toEqual([senders[0]?.id, senders[2]?.id])
  const credits = await Promise.all(
    senders.map(async (sender) => (await server.as(sender)('user.get')).body.user?.credits),
  )
  expect(credits).toEqual([4, 5, 4])
})

test('[OPS-8] connections that break while they are idle fail no request', async () => {
  const server = await createTestServer()
  cleanUp.push(() => server.close())
  const anna = await server.signUp('Anna')
  server.sql(OTHERS)
  // The pool hears of it in the next turns of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect((await server.as(anna)('user.get')).status).toBe(200)
})

// The test starts a PostgreSQL and a server of its own, which takes longer than both other tests.
test.runIf(isLong)(
  '[OPS-12] while PostgreSQL is away, calls and /readyz answer 503 and a server stops cleanly; afterwards the same process serves again',
  async () => {
    const postgres = await startPostgres()
    cleanUp.push(() => postgres.stop())
    const first = new Client({ connectionString: urlIn('postgres', postgres.folder) })
    await first.connect()
    await first.query('create database site')
    await first.end()
    const dir = mkdtempSync(join(tmpdir(), 'visavis-away-'))
    cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
    // The start makes the tables.
    const server = await startChild(dir, { DATABASE_URL: urlIn('site', postgres.folder), LOG_LEVEL: 'silent' })
    cleanUp.push(() => server.end('SIGKILL'))
    const app = {
      request: (url: string, init?: RequestInit) => fetch(url.replace('http://localhost', server.origin), init),
    }
    const { headers } = await callsOn(app)('signup', { body: signupForm() })
    const carla = callsOn(app, headers.get('set-cookie')?.split(';')[0])
    const readiness = async (): Promise<number> => (await app.request('http://localhost/readyz')).status
    expect([(await carla('user.get')).status, await readiness()]).toEqual([200, 200])

    await postgres.kill()
    const away = await carla('user.get')
    expect([away.status, away.error?.error]).toEqual([503, 'shutting_down'])
    await expect.poll(readiness, { timeout: 30_000 }).toBe(503)

    await postgres.start()
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200)
    expect((await carla('user.get')).status).toBe(200)
    expect(server.child.exitCode).toBeNull()

    await postgres.kill()
    expect([await server.end('SIGTERM'), server.output()]).toEqual([0, expect.not.stringContaining('Error')])
  },
  60_000,
)
