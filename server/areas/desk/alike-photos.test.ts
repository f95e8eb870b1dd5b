/** Look-alikes of photos beside the photo and in the case [DESK-5], and covered photos of a case [DESK-3]. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/limits.ts'
import type { PhotoBands } from '#contract/rules/photo-likeness.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const BANDS: PhotoBands = [0x0f0f, 0x3333, 0x5555, 0x00ff]
/** Differs in two bits. */
const NEAR: PhotoBands = [0x0f0e, 0x3333, 0x5555, 0x01ff]
/** Differs in many bits. */
const FAR: PhotoBands = [0xf0f0, 0xcccc, 0x5555, 0x00ff]

let server: TestServer
let anna: TestMember
let bert: TestMember
let carl: TestMember
let orla: DeskCaller
let jonas: DeskCaller
let hash: string
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { gender: 'male' })
  carl = await server.signUp('Carl', { gender: 'male' })
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
  jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
  const bytes = new TextEncoder().encode('a picture')
  hash = await server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
})
afterEach(() => server.close())

const hashed = async (
  owner: TestMember,
  bands: PhotoBands,
  more: Parameters<typeof addPhoto>[2] = {},
): Promise<number> => {
  const photo = Number(addPhoto(server, owner, more))
  await server.deps.write((tx) => tx.hashes.addHash(photo, bands))
  return photo
}
const file = (by: DeskCaller, of: string, size: 'thumb' | 'blur' = 'thumb') =>
  by('case.photo', { params: { letter: '1', hash: of, size } })
const caseOf = async (member: TestMember) => (await orla('case.get', { params: { member: String(member.id) } })).body

test('[DESK-5] a waiting photo is shown beside nearly identical photos of other accounts, the most alike first', async () => {
  const near = await hashed(bert, NEAR)
  const same = await hashed(carl, BANDS)
  await hashed(carl, FAR)
  await hashed(anna, BANDS)
  await hashed(anna, BANDS, { hash, status: 'pending' })
  const { photos } = (await orla('photos.list', { query: {} })).body
  expect(photos.map(({ alike }) => alike)).toEqual([
    [
      { id: same, owner: carl.id, name: 'Carl', likeness: 100, covered: false },
      { id: near, owner: bert.id, name: 'Bert', likeness: 97, covered: false },
    ],
  ])
})

test('[DESK-5] a look-alike that may show nudity or a minor is marked, and its file is refused', async () => {
  const near = await hashed(bert, NEAR, { hash })
  await hashed(anna, BANDS, { status: 'pending' })
  await server.as(carl)('reports.send', { body: { profile: bert.id, reason: 'minor' } })
  const { photos } = (await orla('photos.list', { query: {} })).body
  expect(photos[0]?.alike).toMatchObject([{ id: near, covered: true }])
  expect((await orla('photos.file', { params: { id: String(near), size: 'thumb' } })).status).toBe(404)
})

test('[DESK-6] a case links accounts with a nearly identical photo, with the photo and its likeness', async () => {
  await hashed(anna, BANDS)
  const near = await hashed(bert, NEAR)
  await hashed(carl, FAR)
  expect((await caseOf(anna)).links).toMatchObject([
    {
      member: bert.id,
      name: 'Bert',
      kind: 'photo',
      strength: 'strong',
      shared_by: 2,
      alike: { id: near, likeness: 97 },
    },
  ])
})

test('[DESK-3] a covered photo of a case is answered only after its own look was logged, and only to that colleague', async () => {
  const open = Number(addPhoto(server, bert, { hash, position: 1 }))
  const bytes = new TextEncoder().encode('another picture')
  const privateHash = await server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
  const covered = Number(addPhoto(server, bert, { hash: privateHash, isPrivate: true, position: 2 }))
  await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
  const [evidence] = (await caseOf(bert)).evidence
  expect(evidence?.profile.photos.map((photo) => [photo.id, photo.covered])).toEqual(
    expect.arrayContaining([
      [open, false],
      [covered, true],
    ]),
  )
  expect((await file(orla, hash)).status).toBe(200)
  expect((await file(orla, privateHash)).status).toBe(404)
  expect((await file(orla, privateHash, 'blur')).status).toBe(200)
  const show = (photo: number) => orla('case.show_photo', { params: { letter: '1', photo: String(photo) } })
  expect((await show(covered + 1_000)).status).toBe(404)
  const opened = (await show(covered)).body
  expect(server.sql('select act, subject_kind, subject, staff from audit where id = ?', opened.audit)).toEqual([
    { act: 'case.open_photo', subject_kind: 'photo', subject: covered, staff: 1 },
  ])
  expect((await file(orla, privateHash)).status).toBe(200)
  expect((await file(jonas, privateHash)).status).toBe(404)
})

test('[DESK-3] photos of a member are covered while a report of a minor waits, whatever the opened report says', async () => {
  addPhoto(server, bert, { hash })
  await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
  expect((await file(orla, hash)).status).toBe(200)
  await server.as(carl)('reports.send', { body: { profile: bert.id, reason: 'minor' } })
  expect((await file(orla, hash)).status).toBe(404)
})

test.each(['nudity', 'minor'] as const)(
  '[DESK-3] the photos of a report of %s stay covered after its decision, and the reported photo of any report',
  async (reason) => {
    const photo = Number(addPhoto(server, bert, { hash }))
    const coveredIn = async () => (await caseOf(bert)).evidence.map(({ profile }) => profile.photos[0]?.covered)
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam', photo: String(photo) } })
    expect(await coveredIn()).toEqual([true])
    server.sql('update letters set photo = null')
    expect(await coveredIn()).toEqual([false])
    await server.as(carl)('reports.send', { body: { profile: bert.id, reason } })
    const body = { act: 'none', reason: 'spam', facts: '' } as const
    expect((await orla('case.decide', { params: { member: String(bert.id) }, body })).status).toBe(200)
    // The newest report is the first.
    expect(await coveredIn()).toEqual([true, false])
  },
)

test('[DESK-3] the pictures in the messages of a case are answered for eight hours after the look at them, and no others', async () => {
  const pictureOf = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    return server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
  }
  const [inChat, elsewhere] = [await pictureOf('in the chat'), await pictureOf('elsewhere')]
  const body = { client_id: server.deps.newId(), profile: anna.id, type: 'text', text: 'Look' } as const
  await server.as(bert)('messages.send', { body })
  server.sql(`update messages set type = 'photo', text = ''`)
  server.sql(`insert into message_photos select id, ?, '', 1, 1 from messages`, inChat)
  await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
  const statuses = async () => [(await file(orla, inChat)).status, (await file(orla, elsewhere)).status]
  expect(await statuses()).toEqual([404, 404])
  await orla('case.messages', { params: { letter: '1' } })
  expect(await statuses()).toEqual([200, 404])
  expect((await file(jonas, inChat)).status).toBe(404)
  server.clock.advance(8 * HOUR_MS + 1)
  server.sql(
    'update staff_sessions set last_seen_at = ?, expires_at = ?',
    server.clock.now(),
    server.clock.now() + HOUR_MS,
  )
  expect(await statuses()).toEqual([404, 404])
})
