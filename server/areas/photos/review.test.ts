import { afterEach, beforeEach, expect, test } from 'vitest'
import { PHOTO_UNDO_MS } from '#contract/desk/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { jpegOf, upload } from '../../testing/photos.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { reviewPhoto } from './review.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember

beforeEach(async () => {
  server = await createTestServer({ settings: { photo_review: 'desk' } })
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert')
})
afterEach(() => server.close())

const add = async (number = 1): Promise<number> =>
  Number((await upload(server, anna, await jpegOf(number))).body.photos.at(-1)?.id)
const mine = async () => (await server.as(anna)('photos.order', { body: { ids: [] } })).body
const seenBy = async (viewer: TestMember, id: number): Promise<boolean> =>
  (await server.app.request(`/photos/${id}/full`, { headers: { cookie: viewer.cookie } })).status === 200
const seq = () => server.sql('select feed_seq as seq from users where id = ?', anna.id)[0]?.['seq']

test('[PROF-5] only its owner sees a pending photo, until the desk approves it', async () => {
  const id = await add()
  expect((await mine()).photos[0]).toMatchObject({ status: 'pending', reason: null })
  expect([await seenBy(anna, id), await seenBy(bert, id)]).toEqual([true, false])
  const before = seq()
  expect(await reviewPhoto(server.deps, id, { approved: true })).toBe('done')
  expect(await mine()).toMatchObject({ main: String(id), photos: [{ status: 'active' }] })
  expect(await seenBy(bert, id)).toBe(true)
  expect(seq()).not.toBe(before)
})

test('[PROF-5] only its owner sees a rejected photo, with the reason', async () => {
  const [id, next] = [await add(1), await add(2)]
  await reviewPhoto(server.deps, id, { approved: true })
  await reviewPhoto(server.deps, next, { approved: true })
  expect((await mine()).main).toBe(String(id))

  expect(await reviewPhoto(server.deps, id, { approved: false, reason: 'not_you', note: 'An actress' })).toBe('done')
  const { main, photos } = await mine()
  expect(main).toBe(String(next))
  expect(photos[0]).toMatchObject({ id: String(id), status: 'rejected', reason: 'not_you', decision: 1 })
  expect([await seenBy(anna, id), await seenBy(bert, id)]).toEqual([true, false])
  expect(server.sql('select user_id, kind, reason, note, photo, lifted_at from decisions')).toEqual([
    { user_id: anna.id, kind: 'photo_rejected', reason: 'not_you', note: 'An actress', photo: id, lifted_at: null },
  ])
})

test('[SAFE-8] repeating a verdict changes nothing; another verdict lifts the one before', async () => {
  const id = await add()
  const rejected = { approved: false, reason: 'quality' } as const
  expect(await reviewPhoto(server.deps, id, rejected)).toBe('done')
  const before = seq()
  expect(await reviewPhoto(server.deps, id, rejected)).toBe('same')
  expect(seq()).toBe(before)
  expect(await reviewPhoto(server.deps, id, { approved: false, reason: 'nudity' })).toBe('done')
  expect((await mine()).photos[0]).toMatchObject({ reason: 'nudity', decision: 2 })
  server.clock.advance(1_000)
  expect(await reviewPhoto(server.deps, id, { approved: true })).toBe('done')
  expect((await mine()).photos[0]).toMatchObject({ status: 'active', reason: null, decision: null })
  expect(server.sql('select count(*) as n from decisions where lifted_at is null')).toEqual([{ n: 0 }])
  expect(await reviewPhoto(server.deps, 999, { approved: true })).toBe('not_found')
})

test('[PROF-5] the main photo is the main photo again when a wrong rejection ends, also after a second reason', async () => {
  const [main, next] = [await add(1), await add(2)]
  for (const id of [main, next]) await reviewPhoto(server.deps, id, { approved: true })
  await reviewPhoto(server.deps, main, { approved: false, reason: 'not_you' })
  await reviewPhoto(server.deps, main, { approved: false, reason: 'quality' })
  expect((await mine()).main).toBe(String(next))
  await reviewPhoto(server.deps, main, { approved: true })
  expect((await mine()).main).toBe(String(main))
})

test('[SAFE-6] photos that are rejected flood no mailbox that nobody has proven', async () => {
  const carla = await server.signUp('Carla', { status: 'not_confirmed' })
  for (const member of [anna, carla])
    for (let count = 0; count < 12; count += 1)
      await reviewPhoto(server.deps, Number(addPhoto(server, member, { status: 'pending' })), {
        approved: false,
        reason: 'quality',
      })
  server.clock.advance(PHOTO_UNDO_MS)
  await runJobs(server)
  const mails = inboxOf(server).map(({ recipient }) => recipient)
  expect([anna, carla].map(({ email }) => mails.filter((to) => to === email).length)).toEqual([12, 10])
  expect((await server.as(carla)('decisions.list')).body.decisions).toHaveLength(12)
})
