import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { APPEAL_DAYS } from '#contract/desk/limits.ts'
import { DAY_MS } from '#contract/limits.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { scamCase, type ScamCase } from '../../testing/scam-case.ts'

let scam: ScamCase
beforeEach(async () => {
  scam = await scamCase()
})
afterEach(() => scam.close())

describe('[DESK-9] an appeal', () => {
  test('is possible for six months', async () => {
    const { server, victor, decide } = scam
    await decide('mute')
    server.clock.advance(APPEAL_DAYS * DAY_MS)
    const session = 'update sessions set expires_at = ?, last_seen_at = ?'
    server.sql(session, server.clock.now() + DAY_MS, server.clock.now())
    const appeal = { params: { id: '1' }, body: { text: 'Please look at it again.' } }
    expect((await server.as(victor)('decisions.appeal', appeal)).error).toEqual({ error: 'appeal_over' })
    server.clock.advance(-1)
    expect((await server.as(victor)('decisions.appeal', appeal)).status).toBe(200)
  })
})

test('[DESK-4] one answer reaches the senders of all equal complaints', async () => {
  const { server, orla, jonas, queue } = scam
  for (const name of ['one', 'two', 'three'])
    await server.visitor('complaints.send', {
      body: { name, email: `${name}@example.test`, text: 'You took my money twice this week.' },
    })
  const [row] = (await queue()).rows
  const group = row?.subject.slice('letters:'.length) ?? ''
  expect((await orla('letters.get', { params: { group } })).body).toMatchObject({ count: 3 })
  const body = { upheld: false, text: 'We have charged nothing twice: see your receipts.' }
  await jonas('queue.claim', { body: { subject: `letters:${group}` } })
  expect((await orla('letters.answer_group', { params: { group }, body })).error?.error).toBe('claimed_by_other')
  await jonas('queue.release', { body: { subject: `letters:${group}` } })
  expect((await orla('letters.answer_group', { params: { group }, body })).body).toEqual({ answered: 3 })
  await runJobs(server)
  for (const name of ['one', 'two', 'three'])
    expect(
      inboxOf(server).some((mail) => mail.recipient === `${name}@example.test` && mail.text.includes(body.text)),
    ).toBe(true)
  expect((await queue()).rows).toEqual([])
})
