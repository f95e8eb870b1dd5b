/** Two real servers on one PostgreSQL: what one stores, the other reads, and killing one loses nothing. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { uuidv7 } from '#contract/rules/ids.ts'
import { createPhotoPipeline, isPhotoRefusal } from '../../adapters/photo-pipeline.ts'
import { answerFor } from '../../areas/fictional/answer.ts'
import { addPhoto } from '../../areas/photos/add-photo.ts'
import { addPart } from '../../areas/photos/parts.ts'
import { purge } from '../../areas/leaving/purge.ts'
import { addSanction } from '../../areas/safety/desk.ts'
import type { Deps } from '../../deps.ts'
import { scamWarn } from '../../jobs/settle-decisions.ts'
import { callsOn, type Call } from '../../testing/calls.ts'
import { startChild, type ChildServer } from '../../testing/child-server.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { addPhoto as addPhotoRow } from '../../testing/photo-rows.ts'
import { runJobs } from '../../testing/post-office.ts'
import { isLong, urlOf } from '../../testing/postgres.ts'
import { jpegOf, newClientId } from '../../testing/photos.ts'
import { seededBytes } from '../../testing/random.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { hasValkey, startValkey } from '../../testing/valkey.ts'

/** `npm run test:long` kills more servers under more load. */
const KILLS = isLong ? 8 : 1
const SENDERS = isLong ? 16 : 8
const ENOUGH = isLong ? 400 : 60

let cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.toReversed()) await clean()
  cleanUp = []
})

/** A database with members, and a way to start servers on it that share a DATA_DIR. */
const site = async (settings: Partial<SiteSettings> = {}) => {
  const nursery = await createTestServer({ start: new Date().toISOString(), settings })
  cleanUp.push(() => nursery.close())
  const dir = mkdtempSync(join(tmpdir(), 'visavis-two-'))
  cleanUp.push(() => rmSync(dir, { recursive: true, force: true }))
  const env: Record<string, string> = { DATABASE_URL: urlOf(nursery), LOG_LEVEL: 'error' }
  if (hasValkey) {
    const valkey = await startValkey()
    cleanUp.push(() => valkey.close())
    env['BUS_URL'] = valkey.url
  }
  const start = async (): Promise<ChildServer> => {
    const child = await startChild(dir, env)
    cleanUp.push(() => child.end('SIGKILL'))
    return child
  }
  return { nursery, start }
}

const on = (server: ChildServer, cookie?: string) =>
  callsOn({ request: (url, init) => fetch(url.replace(/^http:\/\/[^/]+/, server.origin), init) }, cookie)

const random = seededBytes('two servers')
const draftFor = (profile: number, text: string): Draft => ({
  client_id: uuidv7(Date.now(), random(10)),
  profile,
  type: 'text',
  text,
})

type Draft = { client_id: string; profile: number; type: 'text'; text: string }
/** The messages with their debits, balances and feeds, as the database has them. */
const stored = ({ sql }: TestServer) => ({
  messages: sql('select id, client_id from messages order by id').map(({ id, client_id }) => [client_id, Number(id)]),
  debited: sql(`select reference from ledger where reason = 'message' order by reference::bigint`).map(
    ({ reference }) => Number(reference),
  ),
  wrongBalances: sql(`select id from users
    where credits <> (select coalesce(sum(amount), 0) from ledger where user_id = users.id)`),
  wrongUnread: sql(`select member from participants as p where unread <>
    (select count(*) from messages where conversation = p.conversation and sender <> p.member)`),
})

/** Two connections: one has a lock, the other one looks who waits for it. */
const clientsOf = async (nursery: TestServer) => {
  const clients = [1, 2].map(() => new Client({ connectionString: urlOf(nursery) })) as [Client, Client]
  for (const client of clients) {
    await client.connect()
    cleanUp.push(() => client.end())
  }
  return clients
}
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

const CHANGES_FOR_MANY: [string, (as: Call, photo: string) => Promise<{ status: number }>][] = [
  ['of a name', (as) => as('profile.put', { body: { name: 'Annalisa' } })],
  ['of a mode', (as) => as('notifications.put', { body: { privacy_mode: true } })],
  ['of the main photo', (as, id) => as('photos.change', { params: { id }, body: { main: true } })],
]

test.each(CHANGES_FOR_MANY)(
  '[OPS-8] a change %s locks its member and all who learn of it in the order of their ids, before it reads: it never runs again, and no message waits for it in a circle',
  async (_, change) => {
    const { nursery } = await site()
    const liked: number[] = []
    for (let index = 0; index < 12; index += 1) liked.push((await nursery.signUp(`Liked ${index}`)).id)
    const anna = await nursery.signUp('Anna')
    // In the list of likes, the member with the highest id is the first.
    for (const id of liked)
      nursery.sql('insert into likes (liker, liked, at) values (?, ?, ?)', anna.id, id, 1_000 - id)
    const [holder, observer] = await clientsOf(nursery)
    const photo = addPhotoRow(nursery, anna)
    const held = liked[5] ?? 0
    await holder.query('begin')
    await holder.query('update users set credits = credits where id = $1', [held])
    const query = vi.spyOn(Client.prototype, 'query')
    const changed = change(nursery.as(anna), photo)
    await expect.poll(async () => (await observer.query(WAITING)).rowCount).toBe(1)
    const unlocked = async (): Promise<number[]> => {
      const { rows } = await observer.query<{ id: string }>(
        'select id from users where id = any($1::bigint[]) order by id for no key update skip locked',
        [[...liked, anna.id]],
      )
      return rows.map(({ id }) => Number(id))
    }
    // Other work of the signups may lock a member for a moment.
    await expect.poll(unlocked).toEqual([...liked.filter((id) => id > held), anna.id])
    await holder.query('commit')
    expect((await changed).status).toBe(200)
    expect(query.mock.calls.filter(([text]) => text === 'rollback')).toEqual([])
  },
)

test('[GUARD-4] [OPS-8] a mute by reports waits for nobody who has written to the member, and a job tells them', async () => {
  const { nursery } = await site()
  const [partner, bad] = [await nursery.signUp('Partner'), await nursery.signUp('Bad')]
  const reporters = await Promise.all(['Ada', 'Bea', 'Cleo'].map((name) => nursery.signUp(name)))
  for (const { id } of [partner, ...reporters])
    await nursery.as(bad)('messages.send', { body: draftFor(id, 'Buy this') })
  const { body } = await nursery.as(partner)('chats.get')
  const [holder] = await clientsOf(nursery)
  await holder.query('begin')
  await holder.query('update users set credits = credits where id = $1', [partner.id])
  for (const reporter of reporters)
    expect(
      (await nursery.as(reporter)('reports.send', { body: { profile: bad.id, reason: 'spam', text: '' } })).status,
    ).toBe(200)
  expect(nursery.sql('select sanction from users where id = ?', bad.id)).toEqual([{ sanction: 'muted' }])
  await holder.query('rollback')
  await runJobs(nursery)
  const { chats } = (await nursery.as(partner)('sync', { query: { after: String(body.seq) } })).body
  expect(chats).toMatchObject([{ profile: bad.id }])
})

test('[DESK-10] [OPS-8] a warning about a fraudster waits for the messages of those it warns, and never loses against them', async () => {
  const { nursery } = await site()
  const [fraud, ada] = [await nursery.signUp('Fraud'), await nursery.signUp('Ada')]
  await nursery.as(fraud)('messages.send', { body: draftFor(ada.id, 'Send me money') })
  const decision = await nursery.deps.write((tx) =>
    addSanction(
      tx,
      fraud.id,
      { kind: 'banned', reason: 'scam', note: '', until: null, warns: true, identityKey: nursery.deps.identityKey },
      nursery.clock.now(),
    ),
  )
  const [holder, observer] = await clientsOf(nursery)
  await holder.query('begin')
  await holder.query('update users set feed_seq = feed_seq where id = $1', [ada.id])
  const query = vi.spyOn(Client.prototype, 'query')
  const warned = scamWarn(nursery.deps)({ decision: Number(decision), after: 0 })
  await expect.poll(async () => (await observer.query(WAITING)).rowCount).toBe(1)
  await holder.query('commit')
  await warned
  expect(query.mock.calls.filter(([text]) => text === 'rollback')).toEqual([])
  expect(nursery.sql('select warned_at from participants where member = ?', ada.id)).toEqual([
    { warned_at: nursery.clock.now() },
  ])
})

test('[ACC-12] [OPS-8] an erasure locks the partners of its messages and likes in the order of their ids', async () => {
  const { nursery } = await site()
  const [low, high, gone] = [await nursery.signUp('Low'), await nursery.signUp('High'), await nursery.signUp('Gone')]
  // The member with the highest id comes first.
  for (const { id } of [high, low]) {
    await nursery.as(gone)('messages.send', { body: draftFor(id, 'Hello') })
    await nursery.as(gone)('likes.put', { params: { profile: String(id) } })
  }
  await nursery.as(gone)('user.delete', { body: { password: TEST_PASSWORD } })
  nursery.clock.advance(REACTIVATION_DAYS * DAY_MS)
  const [holder, observer] = await clientsOf(nursery)
  const freeBehindLow = async (): Promise<number[]> => {
    await expect.poll(async () => (await observer.query(WAITING)).rowCount).toBe(1)
    const { rows } = await observer.query<{ id: string }>(
      'select id from users where id = any($1::bigint[]) order by id for no key update skip locked',
      [[low.id, high.id]],
    )
    return rows.map(({ id }) => Number(id))
  }
  const free: number[][] = []
  let named = 0
  // The second step for the messages, and for the likes, finds none.
  const write: Deps['write'] = async (body, holds) => {
    if (holds !== undefined) named += 1
    if (holds === undefined || ![1, 3].includes(named)) return nursery.deps.write(body, holds)
    await holder.query('begin')
    await holder.query('update users set credits = credits where id = $1', [low.id])
    const step = nursery.deps.write(body, holds)
    free.push(await freeBehindLow())
    await holder.query('rollback')
    return step
  }
  await purge({ ...nursery.deps, write }, gone.id)
  expect(free).toEqual([[high.id], [high.id]])
})

test('[GUARD-7] [OPS-8] the answer of a fictional profile waits for the messages of others to it, and never loses against them', async () => {
  const { nursery } = await site()
  const [ada, robot] = [await nursery.signUp('Ada'), await nursery.signUp('Robot', { fictional: true })]
  const sent = await nursery.as(ada)('messages.send', { body: draftFor(robot.id, 'Ciao!') })
  const [holder, observer] = await clientsOf(nursery)
  await holder.query('begin')
  await holder.query('update users set feed_seq = feed_seq where id = $1', [robot.id])
  const query = vi.spyOn(Client.prototype, 'query')
  const about = { profile: robot.id, member: ada.id, message: sent.body.message.id }
  const answered = answerFor(nursery.deps, about, async () => 'Ciao a te!')
  await expect.poll(async () => (await observer.query(WAITING)).rowCount).toBe(1)
  await holder.query('commit')
  expect(await answered).toBe(true)
  expect(query.mock.calls.filter(([text]) => text === 'rollback')).toEqual([])
})

test('[GUARD-3] [OPS-8] one picture that two accounts add at the same moment is flagged, although neither write sees the other photo', async () => {
  const { nursery } = await site({ photo_review: 'auto' })
  const [anna, bert] = [await nursery.signUp('Anna'), await nursery.signUp('Bert')]
  const rendered = await createPhotoPipeline()(await jpegOf())
  if (isPhotoRefusal(rendered)) throw new Error(rendered.error)
  const add = ({ id }: TestMember) =>
    addPhoto(nursery.deps, { id, paid: false }, { clientId: newClientId(id), isPrivate: false }, async () => ({
      ...rendered,
      // A picture with many shapes has such bands.
      bands: [0x5a3c, 0xc3a5, 0x0ff0, 0x6996],
    }))
  const [holder, observer] = await clientsOf(nursery)
  // Anna's write has looked for like pictures when it sets her main photo.
  await holder.query('begin')
  await holder.query('select from profiles where id = $1 for no key update', [anna.id])
  const added = add(anna)
  await expect.poll(async () => (await observer.query(WAITING)).rowCount, { timeout: 10_000 }).toBe(1)
  expect(await add(bert)).toBeNull()
  expect(await nursery.deps.read.flags.openFlags(9)).toEqual([])
  await holder.query('commit')
  expect(await added).toBeNull()
  expect(await nursery.deps.read.flags.openFlags(9)).toMatchObject([
    { member: anna.id, kind: 'photo', severity: 'harm' },
  ])
})

test('[PWA-2] [OPS-8] parts of photos that many members upload at once never lose against one another', async () => {
  const { nursery } = await site()
  const owners = await Promise.all(Array.from({ length: 20 }, (_, index) => nursery.signUp(`Owner ${index}`)))
  await nursery.deps.settled()
  const query = vi.spyOn(Client.prototype, 'query')
  const uploads = owners.flatMap(({ id }) => [1, 2].map((nth) => ({ owner: id, clientId: newClientId(nth) })))
  const add = (from: number) =>
    Promise.all(uploads.map((upload) => addPart(nursery.deps, upload, from, async () => new Uint8Array(8_000))))
  for (const part of [0, 1, 2])
    for (const answer of await add(8_000 * part))
      expect(answer).toEqual({ received: 8_000 * (part + 1), is_known: false })
  expect(query.mock.calls.filter(([text]) => text === 'rollback')).toEqual([])
})

// The test of a kill starts two servers as well, which is most of its time.
test.runIf(isLong)(
  'two servers share one PostgreSQL: signup, message, balance and feed',
  async () => {
    const { nursery, start } = await site()
    const bert = await nursery.signUp('Bert', { credits: 5 })
    const [first, second] = await Promise.all([start(), start()])
    const keys = await Promise.all([first, second].map((server) => on(server)('settings.get')))
    expect(keys[0]?.body.settings.push_public_key).toBe(keys[1]?.body.settings.push_public_key)

    const { body, headers, status } = await on(first)('signup', { body: signupForm() })
    expect(status).toBe(200)
    const carla = { id: body.user?.id ?? 0, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
    nursery.sql(`update users set status = 'active' where id = ?`, carla.id)

    const sent = await on(second, bert.cookie)('messages.send', { body: draftFor(carla.id, 'Hello') })
    expect([sent.status, sent.error]).toEqual([201, undefined])
    const news = await on(first, carla.cookie)('sync', { query: { after: '0' } })
    expect(news.text).toContain('Hello')
    expect((await on(first, bert.cookie)('user.get')).body.user?.credits).toBe(4)
    expect(stored(nursery)).toMatchObject({ debited: [sent.body.message.id], wrongBalances: [], wrongUnread: [] })
  },
  120_000,
)

test(
  'kill -9 of one of two servers under load loses and repeats no acknowledged message',
  async () => {
    const { nursery, start } = await site()
    const [anna, bert] = [await nursery.signUp('Anna'), await nursery.signUp('Bert')]
    const senders: TestMember[] = []
    for (let index = 0; index < SENDERS; index += 1)
      senders.push(await nursery.signUp(`Sender ${index}`, { credits: 100_000 }))
    const survivor = await start()
    const acknowledged: { draft: Draft; id: number }[] = []

    for (let kill = 1; kill <= KILLS; kill += 1) {
      const victim = await start()
      const enough = acknowledged.length + ENOUGH
      const killed = Promise.withResolvers<number | null>()
      const unanswered: { from: TestMember; draft: Draft }[] = []
      await Promise.all(
        senders.map(async (from, index) => {
          const server = index % 2 === 0 ? survivor : victim
          while (acknowledged.length < enough + ENOUGH) {
            const draft = draftFor((index % 4 < 2 ? anna : bert).id, `message ${acknowledged.length}`)
            try {
              const { status, body } = await on(server, from.cookie)('messages.send', { body: draft })
              if (status !== 201) throw new Error(String(status))
              acknowledged.push({ draft, id: body.message.id })
            } catch {
              unanswered.push({ from, draft })
              return
            }
            if (acknowledged.length === enough) victim.end('SIGKILL').then(killed.resolve, killed.reject)
          }
        }),
      )
      expect(await killed.promise).toBeNull()
      // The members of the killed server continue at the other one, under the same ids, as their devices do.
      expect(unanswered.length).toBe(SENDERS / 2)
      for (const { from, draft } of unanswered)
        for (const _ of ['again', 'and again']) {
          const { body } = await on(survivor, from.cookie)('messages.send', { body: draft })
          if (_ === 'again') acknowledged.push({ draft, id: body.message.id })
          expect(body.message.id).toBe(acknowledged.at(-1)?.id)
        }
    }

    const ids = acknowledged.map(({ id }) => id).toSorted((one, other) => one - other)
    const { messages, debited, wrongBalances, wrongUnread } = stored(nursery)
    expect(new Map(messages as [string, number][])).toEqual(
      new Map(acknowledged.map(({ draft, id }) => [draft.client_id, id])),
    )
    expect(messages.length).toBe(acknowledged.length)
    expect([debited, wrongBalances, wrongUnread]).toEqual([ids, [], []])
    // A device that reads all of its feed has every message.
    const received = await Promise.all(
      [anna, bert].map(async ({ cookie }) => (await on(survivor, cookie)('chats.get')).body.chats.length),
    )
    expect(received).toEqual([SENDERS / 2, SENDERS / 2])
  },
  isLong ? 600_000 : 120_000,
)
