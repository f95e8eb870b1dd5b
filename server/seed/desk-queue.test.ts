/** The queue of a demo's desk, on the population that the first start of a demo makes. */
import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { PHOTO_PAGE } from '#contract/desk/limits.ts'
import { DAY_MS } from '#contract/limits.ts'
import { dateOf } from '#contract/rules/age.ts'
import { checkChain } from '../areas/desk/audit.ts'
import { addDemoStaff } from '../areas/desk/demo-staff.ts'
import { waitingPhotos } from '../areas/desk/photos.ts'
import { deskNumbers } from '../areas/desk/numbers-view.ts'
import { listQueue } from '../areas/desk/queue.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'
import { DEMO_PASSWORD, FREE_EMAIL, PREMIUM_EMAIL } from './demo.ts'
import { fillDeskQueue } from './desk-queue.ts'
import type { Draw } from './faces.ts'
import { portraitSvg } from './portraits.ts'
import { seedDatabase } from './seed.ts'

let server: TestServer
afterEach(() => server.close())

const sketch: Draw = async (shots) =>
  shots.map((shot) => {
    const hash = createHash('sha256').update(portraitSvg(shot)).digest('hex')
    return { hash, colours: hash.slice(0, 24) }
  })

const OWNER = 1

const seeded = async (start?: string) => {
  server = await createTestServer(start === undefined ? {} : { start })
  const { db, deps, clock } = server
  const place = { file: db.$client.name, dataDir: deps.env.DATA_DIR }
  await seedDatabase({ ...place, members: 300, seed: 1, now: clock.now(), draw: sketch })
}
/** @returns the processor time, which other programs of the machine lengthen far less than the time on the wall */
const filled = async (): Promise<number> => {
  await addDemoStaff(server.deps, DEMO_PASSWORD)
  const began = process.cpuUsage()
  await fillDeskQueue(server.deps, server.db)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const queue = () => listQueue(server.deps, OWNER, async () => new Map(), { filter: 'all', after: null })

test('[DESK-4] the desk of a demo begins with a queue of every kind, and nothing in it is overdue', async () => {
  await seeded()
  const ms = await filled()
  expect(ms).toBeLessThan(1_000)
  const { rows, counts } = await queue()
  expect(counts.severities).toMatchObject({ grave: 3, rest: 40 + 12 + 2 + 3 + 1 + 1 })
  expect(counts.kinds).toMatchObject({
    report: 7,
    appeal: 2,
    complaint: 40,
    notice: 1,
    flag: 2,
    photo: 12,
    chargeback: 1,
    age: 1,
    approval: 1,
  })
  expect(rows.filter(({ due_at: due }) => due <= server.clock.now())).toEqual([])
  expect(rows.slice(0, 2).map(({ items }) => items[0]?.reason)).toEqual(['minor', 'blackmail'])
  expect(rows.find(({ items }) => items.some(({ kind }) => kind === 'complaint'))).toMatchObject({ count: 40 })
  expect(rows[0]?.claim).not.toBeNull()
  expect(server.sql('select text from member_notes')).toHaveLength(2)
  expect(new Set(server.sql('select language from letters').map(({ language }) => language))).toEqual(
    new Set(['en', 'de']),
  )
  expect(rows.filter(({ not_you: notYou }) => notYou)).toHaveLength(1)
  const scam = rows.find(({ items }) => items.some(({ reason }) => reason === 'scam'))
  expect(scam?.items.map(({ kind }) => kind).toSorted()).toEqual(['flag', 'report', 'report'])
})

test('[DESK-6] nothing in the demo happened before its member had joined, and whoever wrote something was active then', async () => {
  await seeded()
  await filled()
  const acts = `select user_id as member, at, 'decision' as act from decisions union all select user_id, at, kind from letters
    union all select profile, at, 'about' from letters union all select member, created_at, 'flag' from flags
    union all select member, at, 'note' from member_notes union all select user_id, created_at, 'payment' from payments`
  expect(
    server.sql(`select a.* from (${acts}) as a join users u on u.id = a.member where a.at <= u.signup_at`),
  ).toEqual([])
  const words = `select sender as member, sent_at as at from messages union all select user_id, at from letters`
  expect(
    server.sql(
      `select distinct p.name from (${words}) as w join profiles p on p.id = w.member where w.at > p.last_active`,
    ),
  ).toEqual([])
})

test('[DESK-12] a chargeback waits, with its payment, its invoice and the books as after a real one', async () => {
  await seeded()
  await filled()
  const [row] = server.sql(
    `select p.id, p.user_id as member, p.amount, p.charged_back_there as back, p.invoice, p.credits, c.amount as lost, c.decision
      from chargebacks c join payments p on p.id = c.payment`,
  )
  expect(row).toMatchObject({ back: row?.['amount'], lost: row?.['amount'], decision: null })
  expect(Number(row?.['invoice'])).toBeGreaterThan(0)
  expect(server.sql('select kind, sum(amount) as amount from bookings group by kind order by kind')).toEqual([
    { kind: 'chargeback', amount: -Number(row?.['amount']) },
    { kind: 'sale', amount: row?.['amount'] },
  ])
  const { rows } = await listQueue(server.deps, OWNER, async () => new Map(), {
    filter: 'all',
    after: null,
    kinds: ['chargeback'],
  })
  expect(rows.map(({ subject }) => subject)).toEqual([`money:${String(row?.['member'])}`])
})

test('[DESK-6] the report of the scam has five messages before and after the reported one', async () => {
  await seeded()
  await filled()
  const [report] = server.sql(`select id, message from letters where reason = 'scam' and answered_at is null`)
  const kept = await server.deps.read.evidence.of(Number(report?.['id']))
  expect(kept?.messages).toHaveLength(11)
  expect(kept?.messages[5]?.id).toBe(report?.['message'])
})

test('[DESK-5] some of the waiting photos look like those of other members', async () => {
  await seeded()
  await filled()
  const { photos } = await waitingPhotos(server.deps, 1)
  expect(photos.length).toBeLessThan(PHOTO_PAGE)
  expect(photos.filter(({ alike }) => alike.length > 0)).toHaveLength(3)
  expect(server.sql('select id from profiles where main_photo not in (select id from photos)')).toEqual([])
})

test('[OPS-3] the queue leaves the two demo accounts as they are, and books and audit intact', async () => {
  await seeded()
  const ofAccounts = () =>
    server.sql(
      `select u.credits, u.feed_seq, u.paid_user, (select sum(unread) from participants where member = u.id) as unread,
        (select count(*) from likes where liked = u.id) as likes, (select count(*) from changes where member = u.id) as feed
      from users as u where email in ('${FREE_EMAIL}', '${PREMIUM_EMAIL}')`,
    )
  const before = ofAccounts()
  await filled()
  expect(before).toHaveLength(2)
  expect(ofAccounts()).toEqual(before)
  expect(
    server.sql('select id from users u where credits <> (select sum(amount) from ledger where user_id = u.id)'),
  ).toEqual([])
  expect((await checkChain(server.deps)).broken).toBeNull()
})

test('[OPS-3] a demo that starts on another day has the same queue', async () => {
  const told = () => [
    server.sql('select kind, user_id, reason, text, profile, message, upheld from letters order by id'),
    server.sql('select member, kind, message, facts from flags order by id'),
    server.sql('select user_id, kind, reason, staff from decisions order by id'),
    server.sql(`select owner, hash from photos where status = 'pending' order by id`),
  ]
  await seeded()
  await filled()
  const first = told()
  await server.close()
  await seeded(new Date(Date.parse('2026-06-15T12:00:00Z') + 200 * DAY_MS).toISOString())
  await filled()
  expect(told()).toEqual(first)
})

test('[DESK-13] the numbers of the demo are there at its first start', async () => {
  await seeded()
  await filled()
  const now = server.clock.now()
  const span = { from: dateOf(now - 365 * DAY_MS), to: dateOf(now - DAY_MS) }
  expect((await deskNumbers(server.deps, span)).funnel.signups).toBeGreaterThan(50)
})
