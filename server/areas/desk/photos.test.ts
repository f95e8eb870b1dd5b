/** The review of photos at the desk, look-alikes beside them and in the case [DESK-5], and covered photos of a case [DESK-3]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PHOTO_PAGE, PHOTO_UNDO_MS } from '#contract/desk/limits.ts'
import { coversPhotos } from '#contract/desk/severity.ts'
import { REPORT_REASONS } from '#contract/entities/safety.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import type { PhotoBands } from '#contract/rules/photo-likeness.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let carl: TestMember
let orla: DeskCaller
let jonas: DeskCaller
let hash: string
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { gender: 'male' })
  carl = await server.signUp('Carl', { gender: 'male' })
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
  jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
  const bytes = new TextEncoder().encode('a picture')
  hash = await server.photos.put({ full: bytes, card: bytes, thumb: bytes, blur: bytes })
})
afterEach(() => server.close())

const wait = (owner: TestMember): number => Number(addPhoto(server, owner, { hash, status: 'pending' }))
const byId = (id: number) => ({ params: { id: String(id) } })
const statusOf = (id: number) => server.sql('select status, reason from photos where id = ?', id)[0]
const acts = () => server.sql('select act, subject, staff from audit order by id')
const waiting = async () => (await orla('photos.list')).body
const idsNow = async () => {
  const { photos, more } = await waiting()
  return { ids: photos.map(({ id }) => id), more }
}
const ownersFor = async (desk: DeskCaller) => (await desk('photos.list')).body.photos.map(({ owner }) => owner.name)

describe('[DESK-5] the grid of waiting photos', () => {
  test('shows age, other photos, look-alikes and earlier rejections, the oldest photo first', async () => {
    const first = wait(anna)
    const other = Number(addPhoto(server, anna))
    const second = wait(bert)
    expect(await waiting()).toMatchObject({
      total: 2,
      members: 2,
      more: false,
      photos: [
        {
          id: first,
          owner: { id: anna.id, name: 'Anna', age: 36, gender: 'female' },
          covered: false,
          others: [{ id: other, status: 'active' }],
          alike: [{ id: second, owner: bert.id, name: 'Bert', likeness: 100 }],
          rejected: 0,
        },
        { id: second, alike: [{ id: first }] },
      ],
    })
  })

  test('colleagues who review at the same time begin with photos of different members, until one of them stops', async () => {
    const members = [anna, bert, carl, await server.signUp('Dora')]
    const photos = members.flatMap((member) => [wait(member), wait(member)])
    expect(await ownersFor(jonas)).toEqual(await ownersFor(orla))
    await orla('photos.approve', byId(photos[0] ?? 0))
    await jonas('photos.approve', byId(photos[1] ?? 0))
    const [first, second] = [await ownersFor(orla), await ownersFor(jonas)]
    expect([first.length, second.length]).toEqual([6, 6])
    expect(first.slice(0, 2).filter((name) => second.slice(0, 2).includes(name))).toEqual([])
    server.clock.advance(11 * MINUTE_MS)
    expect(await ownersFor(jonas)).toEqual(['Bert', 'Bert', 'Carl', 'Carl', 'Dora', 'Dora'])
  })

  test('the grid of a colleague hears which photo was decided', async () => {
    const photo = wait(anna)
    const hints: string[] = []
    const close = server.deps.bus.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    await orla('photos.approve', byId(photo))
    await orla('photos.undo', byId(photo))
    close()
    expect(hints).toEqual(['photos', `photo:${photo}`, 'photos'])
  })

  test('a grid has the oldest photos of one page, and says whether more wait', async () => {
    const oldest = Array.from({ length: PHOTO_PAGE }, () => wait(anna))
    expect(await idsNow()).toEqual({ ids: oldest, more: false })
    const youngest = wait(anna)
    expect(await idsNow()).toEqual({ ids: oldest, more: true })
    await orla('photos.approve', byId(oldest[0] ?? 0))
    expect(await idsNow()).toEqual({ ids: [...oldest.slice(1), youngest], more: false })
  })

  test('approve, reject and undo are rows of the audit, and one undo brings the photo back', async () => {
    const id = wait(anna)
    expect((await orla('photos.approve', byId(id))).body.undo_until).toBe(server.clock.now() + PHOTO_UNDO_MS)
    expect(statusOf(id)).toEqual({ status: 'active', reason: null })
    expect((await orla('photos.undo', byId(id))).body).toEqual({ undone: true })
    expect(statusOf(id)).toEqual({ status: 'pending', reason: null })
    await jonas('photos.reject', { ...byId(id), body: { reason: 'quality' } })
    expect(statusOf(id)).toEqual({ status: 'rejected', reason: 'quality' })
    // Nobody undoes a colleague's review by a key.
    expect((await orla('photos.undo', byId(id))).body).toEqual({ undone: false })
    expect((await jonas('photos.undo', byId(id))).body).toEqual({ undone: true })
    expect((await server.as(anna)('decisions.list')).body.decisions).toEqual([])
    expect(acts().map(({ act, staff }) => [act, staff])).toEqual([
      ['photo.approve', 1],
      ['photo.undo', 1],
      ['photo.reject', 2],
      ['photo.undo', 2],
    ])
  })

  test('the verdict of the faster colleague counts: an older grid cannot show a rejected photo', async () => {
    const [harmful, fine] = [wait(anna), wait(anna)]
    await orla('photos.reject', { ...byId(harmful), body: { reason: 'nudity' } })
    expect((await jonas('photos.approve', byId(harmful))).error).toEqual({ error: 'changed_meanwhile' })
    expect(statusOf(harmful)).toEqual({ status: 'rejected', reason: 'nudity' })
    await orla('photos.approve', byId(fine))
    const late = await jonas('photos.reject', { ...byId(fine), body: { reason: 'quality' } })
    expect(late.error).toEqual({ error: 'changed_meanwhile' })
    // The same verdict, from a colleague or in a repeated request, changes nothing.
    expect((await jonas('photos.approve', byId(fine))).status).toBe(200)
    expect(acts()).toHaveLength(2)
  })

  test('[DESK-8] a rejection is mailed when it can no longer be undone, and an undone one never', async () => {
    const [first, second] = [wait(anna), wait(anna)]
    await orla('photos.reject', { ...byId(first), body: { reason: 'quality' } })
    await orla('photos.undo', byId(first))
    await orla('photos.reject', { ...byId(second), body: { reason: 'nudity', note: 'Keep a shirt on.' } })
    await runJobs(server)
    expect(inboxOf(server)).toEqual([])
    server.clock.advance(PHOTO_UNDO_MS)
    await runJobs(server)
    expect(inboxOf(server)).toHaveLength(1)
    expect(inboxOf(server)[0]?.text).toContain('one of your photos')
    expect(inboxOf(server)[0]?.text).toContain('Keep a shirt on.')
    expect((await orla('photos.undo', byId(second))).body).toEqual({ undone: false })
    // A colleague decided, not the check of photos [SAFE-8].
    const { decisions } = (await server.as(anna)('decisions.list')).body
    expect(decisions).toMatchObject([{ kind: 'photo_rejected', by_check: false }])
  })

  test('[DESK-8] another reason than those of the list needs words', async () => {
    const id = wait(anna)
    const refused = await orla('photos.reject', { ...byId(id), body: { reason: 'other' } })
    expect(refused.error).toEqual({ error: 'invalid_input', fields: { note: 'required' } })
    const body = { reason: 'other', note: 'It shows a car.' } as const
    expect((await orla('photos.reject', { ...byId(id), body })).status).toBe(200)
  })

  test('a covered photo is answered only after its opening was logged, and only to that colleague', async () => {
    const id = wait(bert)
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'minor' } })
    expect((await waiting()).photos).toMatchObject([{ id, covered: true }])
    const size = (name: 'card' | 'blur') => ({ params: { id: String(id), size: name } })
    expect((await orla('photos.file', size('card'))).status).toBe(404)
    expect((await orla('photos.file', size('blur'))).status).toBe(200)
    expect((await orla('photos.show', byId(id))).body).toEqual({ audit: 1, at: server.clock.now() })
    expect((await orla('photos.file', size('card'))).status).toBe(200)
    expect((await jonas('photos.file', size('card'))).status).toBe(404)
    expect(acts()).toEqual([{ act: 'case.open_photo', subject: id, staff: 1 }])
  })

  test('[DESK-2] a private photo that waits is shown to those who decide about photos, and blurred to the others', async () => {
    const id = Number(addPhoto(server, anna, { hash, status: 'pending', isPrivate: true }))
    const mira = deskOn(server.app, (await addTestStaff(server.deps, 'Mira', 'support')).cookie)
    const size = (name: 'full' | 'blur') => ({ params: { id: String(id), size: name } })
    expect((await jonas('photos.file', size('full'))).status).toBe(200)
    expect((await mira('photos.file', size('full'))).status).toBe(404)
    expect((await mira('photos.file', size('blur'))).status).toBe(200)
  })
})

const BANDS: PhotoBands = [0x0f0f, 0x3333, 0x5555, 0x00ff]
/** Differs in two bits. */
const NEAR: PhotoBands = [0x0f0e, 0x3333, 0x5555, 0x01ff]
/** Differs in many bits. */
const FAR: PhotoBands = [0xf0f0, 0xcccc, 0x5555, 0x00ff]

const hashed = async (
  owner: TestMember,
  bands: PhotoBands,
  more: Parameters<typeof addPhoto>[2] = {},
): Promise<number> => {
  const photo = Number(addPhoto(server, owner, more))
  await server.deps.write((tx) => tx.hashes.addHash(photo, bands))
  return photo
}
const file = (by: DeskCaller, hash: string, size: 'thumb' | 'blur' = 'thumb') =>
  by('case.photo', { params: { letter: '1', hash, size } })
const caseOf = async (member: TestMember) => (await orla('case.get', { params: { member: String(member.id) } })).body

test('[DESK-5] a waiting photo is shown beside nearly identical photos of other accounts, the most alike first', async () => {
  const near = await hashed(bert, NEAR)
  const same = await hashed(carl, BANDS)
  await hashed(carl, FAR)
  await hashed(anna, BANDS)
  await hashed(anna, BANDS, { hash, status: 'pending' })
  const { photos } = (await orla('photos.list')).body
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
  const { photos } = (await orla('photos.list')).body
  expect(photos[0]?.alike).toMatchObject([{ id: near, covered: true }])
  expect((await orla('photos.file', { params: { id: String(near), size: 'thumb' } })).status).toBe(404)
})

test('[DESK-6] a case says how many accounts share the very same photo, and counts an account once', async () => {
  const photoOf = (owner: { id: number }, content: string) =>
    server.sql(
      'update photos set content = ? where id = ?',
      content,
      addPhoto(server, owner, { hash: `${owner.id} ${content}` }),
    )
  photoOf(anna, 'beach')
  photoOf(anna, 'mountain')
  for (const content of ['beach', 'beach ', 'mountain']) photoOf(bert, content)
  photoOf(carl, 'beach')
  const shared = await server.deps.read.identity.livingSharers(anna.id)
  expect(new Set(shared.map(({ member, sharedBy }) => `${member} of ${sharedBy}`))).toEqual(
    new Set([`${bert.id} of 2`, `${bert.id} of 3`, `${carl.id} of 3`]),
  )
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

test.each(REPORT_REASONS.map((reason) => [reason, coversPhotos(reason)] as const))(
  '[DESK-3] while a report of %s waits, photos of the member are covered in the case of another report too: %s',
  async (reason, isCovered) => {
    addPhoto(server, bert, { hash })
    await server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam' } })
    expect((await file(orla, hash)).status).toBe(200)
    await server.as(carl)('reports.send', { body: { profile: bert.id, reason } })
    expect((await file(orla, hash)).status).toBe(isCovered ? 404 : 200)
  },
)

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
  await server.sendText(bert, anna, 'Look')
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
