/** [DESK-5] The review of photos at the desk, through its calls. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PHOTO_PAGE, PHOTO_UNDO_MS } from '#contract/desk/limits.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
let orla: DeskCaller
let jonas: DeskCaller
let hash: string
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { gender: 'male' })
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
const waiting = async () => (await orla('photos.list', { query: {} })).body

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

  test('pages of photos follow each other without a gap and without a repeat', async () => {
    for (let count = 0; count < 2 * PHOTO_PAGE + 3; count += 1) wait(anna)
    const seen: number[] = []
    for (;;) {
      const after = seen.length === 0 ? {} : { after: String(seen.at(-1)) }
      const { photos, more } = (await orla('photos.list', { query: after })).body
      seen.push(...photos.map(({ id }) => id))
      if (!more) break
    }
    expect(seen).toHaveLength(2 * PHOTO_PAGE + 3)
    expect(new Set(seen).size).toBe(seen.length)
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
})
