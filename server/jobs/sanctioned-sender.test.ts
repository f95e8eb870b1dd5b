/** A push or a mail that waits when its sender is sanctioned [DESK-7]. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { sanctionMember, type SanctionKind } from '../areas/safety/desk.ts'
import type { TestMember } from '../testing/members.ts'
import { inboxOf } from '../testing/post-office.ts'
import { pushOffice, type PushOffice } from '../testing/pushed.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
let office: PushOffice
let anna: TestMember
let bert: TestMember
beforeEach(async () => {
  server = await createTestServer()
  office = await pushOffice(server)
  anna = await server.signUp('Anna', { language: 'en' })
  bert = await server.signUp('Bert', { gender: 'male', language: 'en', credits: 100 })
  await office.subscribe(anna)
})
afterEach(async () => {
  await office.service.close()
  await server.close()
})

const write = (text: string) => server.sendText(bert, anna, text)
const like = () => server.as(bert)('likes.put', { params: { profile: String(anna.id) } })
const decide = (kind: SanctionKind, until: number | null = null) =>
  sanctionMember(server.deps, bert.id, { kind, reason: 'scam', note: '', until })
const mailsToAnna = (): string[] =>
  inboxOf(server)
    .filter(({ recipient }) => recipient === anna.email)
    .map(({ subject }) => subject)
/** Runs everything that waits, also the mail about a like, which waits for some minutes. */
const sendAll = async (): Promise<{ pushes: number; mails: number }> => {
  for (let round = 0; round < 3; round += 1) {
    await office.runJobs()
    server.clock.advance(HOUR_MS)
  }
  return { pushes: office.payloads().length, mails: mailsToAnna().length }
}

describe('[DESK-7] a waiting push or mail is not sent if its sender was sanctioned meanwhile', () => {
  test.each([
    ['warned', { pushes: 1, mails: 1 }],
    ['muted', { pushes: 0, mails: 0 }],
    ['profile_restricted', { pushes: 0, mails: 0 }],
    ['suspended', { pushes: 0, mails: 0 }],
    ['banned', { pushes: 0, mails: 0 }],
  ] as const)('%s: the push and the mail of a first message', async (kind, expected) => {
    await write('Hello')
    await decide(kind)
    expect(await sendAll()).toEqual(expected)
  })

  test.each([
    ['muted', 1],
    ['profile_restricted', 0],
    ['suspended', 0],
    ['banned', 0],
  ] as const)('%s: the push of a later message', async (kind, expected) => {
    await write('Hello')
    await sendAll()
    const before = office.payloads().length
    await write('Are you there?')
    await decide(kind)
    await sendAll()
    expect(office.payloads().length - before).toBe(expected)
  })

  test.each([
    ['muted', { pushes: 1, mails: 1 }],
    ['profile_restricted', { pushes: 0, mails: 0 }],
    ['suspended', { pushes: 0, mails: 0 }],
    ['banned', { pushes: 0, mails: 0 }],
  ] as const)('%s: the push and the mail of a like', async (kind, expected) => {
    await like()
    await decide(kind)
    expect(await sendAll()).toEqual(expected)
  })
})

test('[OPS-14] a clock that jumps past the end of a suspension does not send what waits', async () => {
  await write('Hello')
  const trusted = server.clock.now()
  server.deps.safeNow = () => trusted
  await decide('suspended', trusted + MINUTE_MS)
  server.clock.set(trusted + 2 * MINUTE_MS)
  await office.runJobs()
  expect(office.payloads()).toEqual([])
  expect(mailsToAnna().filter((subject) => subject.includes('Bert'))).toEqual([])
})
