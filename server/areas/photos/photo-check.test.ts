import { createHmac } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SiteSettings } from '#contract/entities/site-settings.ts'
import { PHOTO_UNDO_MS } from '#contract/desk/limits.ts'
import { HOUR_MS } from '#contract/limits.ts'
import { answerService, type AnswerService } from '../../testing/answer-service.ts'
import type { TestMember } from '../../testing/members.ts'
import { jpegOf, upload } from '../../testing/photos.ts'
import { runJobs } from '../../testing/post-office.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { serverText } from '../../texts.ts'
import { markOf } from '../safety/identity.ts'
import { reviewPhoto } from './review.ts'

const SECRET = 'a secret for a check on loopback'

let server: TestServer
let service: AnswerService
let anna: TestMember
const begin = async (settings: Partial<SiteSettings> = {}) => {
  service = await answerService()
  server = await createTestServer({ settings, env: { PHOTO_CHECK_URL: service.url, PHOTO_CHECK_SECRET: SECRET } })
  anna = await server.signUp('Anna', { language: 'en' })
}
beforeEach(() => begin())
afterEach(async () => {
  await server.close()
  await service.close()
})

const answer = (...answers: (object | number)[]): void => {
  for (const one of answers)
    service.answers.push(typeof one === 'number' ? { status: one } : { status: 200, body: JSON.stringify(one) })
}
const add = async (): Promise<number> => Number((await upload(server, anna, await jpegOf())).body.photos.at(-1)?.id)
const photo = () => server.sql('select status, reason, reviewed_by from photos')[0]
const PENDING = { status: 'pending', reason: null, reviewed_by: null }
const waiting = () =>
  server.sql(`select attempts, failed_at is not null as failed from jobs where kind = 'photo.check'`)

describe("[GUARD-3] the operator's own check of photos", () => {
  test('gets the photo without metadata, signed, and under a key of its own; the photo waits', async () => {
    const id = await add()
    expect([photo(), service.asked]).toEqual([PENDING, []])
    answer({ verdict: 'approve' })
    await runJobs(server)
    const [asked] = service.asked
    expect(asked?.headers).toMatchObject({ 'content-type': 'image/webp', 'idempotency-key': `photo-${id}` })
    const [, seconds, hex] = /^t=(\d+),v1=(\w+)$/.exec(String(asked?.headers['x-signature'])) ?? []
    const bytes = asked?.bytes ?? Buffer.alloc(0)
    expect(createHmac('sha256', SECRET).update(`${seconds}.`).update(bytes).digest('hex')).toBe(hex)
    const { format, exif, width } = await sharp(bytes).metadata()
    expect([format, exif, (width ?? 0) > 200]).toEqual(['webp', undefined, true])
    expect(JSON.stringify(asked?.headers)).not.toContain('Anna')
  })

  test('approves: the photo is shown, and its owner’s devices hear of it', async () => {
    await add()
    const seq = () => server.sql('select feed_seq as seq, main_photo as main from users join profiles using (id)')[0]
    const before = seq()
    answer({ verdict: 'approve' })
    await runJobs(server)
    expect(photo()).toEqual({ ...PENDING, status: 'active' })
    expect(seq()).toMatchObject({ main: 1 })
    expect(seq()?.['seq']).not.toBe(before?.['seq'])
  })

  test('says queue: the photo waits for a person, who decides as ever', async () => {
    const id = await add()
    answer({ verdict: 'queue' })
    await runJobs(server)
    expect([photo(), waiting()]).toEqual([PENDING, []])
    expect(await reviewPhoto(server.deps, id, { approved: true })).toBe('done')
  })

  test('rejects with a reason: the owner reads that a program did it, and can appeal', async () => {
    await add()
    answer({ verdict: 'reject', reason: 'nudity' })
    await runJobs(server)
    expect(photo()).toEqual({ status: 'rejected', reason: 'nudity', reviewed_by: null })
    server.clock.advance(PHOTO_UNDO_MS)
    await runJobs(server)
    const mail = server
      .sql('select text from dev_mails')
      .map(({ text }) => String(text))
      .join()
    expect(mail).toContain(serverText('en', 'mail.decision.photoByCheck'))
    expect(mail).not.toMatch(/a person on our team/i)
    const { decisions } = (await server.as(anna)('decisions.list')).body
    expect(decisions).toMatchObject([{ kind: 'photo_rejected', reason: 'nudity' }])
  })

  test.each([
    ['a status that is final', 400],
    ['an unknown verdict', { verdict: 'perhaps' }],
    ['a reason of its own', { verdict: 'reject', reason: 'ugly' }],
  ])('answers with %s: a person looks, and it is not asked again', async (_, given) => {
    await add()
    answer(given)
    await runJobs(server)
    expect([photo(), waiting()]).toEqual([PENDING, [{ attempts: 1, failed: 1 }]])
  })

  test('is away: it is asked again with the same key, and its verdict counts once', async () => {
    await add()
    answer(503, 429)
    await runJobs(server)
    expect([photo(), waiting()]).toEqual([PENDING, [{ attempts: 1, failed: 0 }]])
    server.clock.advance(HOUR_MS)
    await runJobs(server)
    answer({ verdict: 'approve' })
    server.clock.advance(HOUR_MS)
    await runJobs(server)
    expect(photo()).toEqual({ ...PENDING, status: 'active' })
    expect(new Set(service.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })

  test('stays away: in the end the photo is left to a person', async () => {
    await add()
    for (let attempt = 0; attempt < 12; attempt += 1) {
      answer(500)
      await runJobs(server)
      server.clock.advance(2 * HOUR_MS)
    }
    expect([photo(), waiting()]).toEqual([PENDING, [{ attempts: 10, failed: 1 }]])
  })

  test('is overtaken by a person, whose decision stays', async () => {
    const id = await add()
    await reviewPhoto(server.deps, id, { approved: false, reason: 'quality' })
    answer({ verdict: 'approve' })
    await runJobs(server)
    expect([photo()?.['status'], service.asked]).toEqual(['rejected', []])
  })

  test('is overtaken while it looks: the decision of the person stays', async () => {
    const id = await add()
    const { read } = server.deps.photos
    server.deps.photos.read = async (...file) => {
      await reviewPhoto(server.deps, id, { approved: false, reason: 'quality' })
      return read(...file)
    }
    answer({ verdict: 'approve' })
    await runJobs(server)
    expect([photo()?.['status'], service.asked.length]).toEqual(['rejected', 1])
  })

  test('is never asked about a picture of a banned account', async () => {
    await upload(server, anna, await jpegOf(2))
    const [row] = server.sql('select content from photos')
    const mark = markOf(server.deps, 'photo', String(row?.['content']))
    await server.deps.write((tx) => tx.identity.mark(999, [mark], 1, server.clock.now()))
    const checks = () => server.sql(`select 1 from jobs where kind = 'photo.check'`).length
    const before = checks()
    const bert = await server.signUp('Bert')
    await upload(server, bert, await jpegOf(2))
    expect(checks()).toBe(before)
  })

  test('approves, but every photo goes past the desk: a person decides', async () => {
    await server.close()
    await service.close()
    await begin({ photo_review: 'desk' })
    await add()
    answer({ verdict: 'approve' })
    await runJobs(server)
    expect(photo()).toEqual(PENDING)
  })
})
