import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ReportReason } from '#contract/entities/safety.ts'
import { DAY_MS, HOUR_MS } from '#contract/limits.ts'
import type { TestMember } from '../../testing/members.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { isPostgres } from '../../testing/test-engine.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { answerFlag } from './answer-flag.ts'

let server: TestServer
let others: TestMember[]
let bert: TestMember
const begin = async (options = {}) => {
  server = await createTestServer(options)
  bert = await server.signUp('Bert', { paid: true, credits: 100 })
  others = []
  for (let count = 0; count < 9; count += 1) others.push(await server.signUp(`Other ${count}`))
}
beforeEach(() => begin())
afterEach(() => server.close())

const write = (from: TestMember, to: TestMember | undefined) => server.sendText(from, { id: to?.id ?? 0 })
/** The errors of messages to these members, one after another. */
const beginWith = async (members: readonly TestMember[]) => {
  const errors: (string | undefined)[] = []
  for (const member of members) errors.push((await write(bert, member)).error?.error)
  return errors
}
const FINE = [undefined, undefined, undefined, undefined, undefined]

describe('[GUARD-2] new conversations a day', () => {
  test('a payer of the first day begins five; the sixth is refused, costs nothing and says when it is possible', async () => {
    const first = server.clock.now()
    expect(await beginWith(others.slice(0, 1))).toEqual([undefined])
    server.clock.advance(HOUR_MS)
    expect(await beginWith(others.slice(1, 5))).toEqual(FINE.slice(1))
    const refused = await write(bert, others[5])
    expect(refused.status).toBe(403)
    expect(refused.error).toEqual({ error: 'new_conversation_limit', limit: 5, opens_at: first + DAY_MS })
    expect(server.sql('select credits from users where id = ?', bert.id)).toEqual([{ credits: 95 }])
    // The existing conversations continue.
    expect((await write(bert, others[0])).status).toBe(201)
  })

  test('the desk hears once of a member who reaches the limit', async () => {
    await beginWith(others.slice(0, 7))
    expect((await server.deps.read.flags.openFlags(9)).map(({ kind, member }) => [kind, member])).toEqual([
      ['velocity', bert.id],
    ])
  })

  test('the limit grows with the age of the account, and older conversations make room', async () => {
    await beginWith(others.slice(0, 5))
    server.clock.advance(DAY_MS)
    expect(await beginWith(others.slice(5))).toEqual(FINE.slice(1))
    server.sql('update users set signup_at = ? where id = ?', server.clock.now(), bert.id)
    expect((await write(bert, await server.signUp('One more'))).error).toBeUndefined()
    expect((await write(bert, await server.signUp('Another'))).error).toMatchObject({ limit: 5 })
    server.sql('update users set signup_at = ? where id = ?', server.clock.now() - DAY_MS, bert.id)
    expect((await write(bert, await server.signUp('Third'))).error).toBeUndefined()
  })

  test('grow when the account is exactly one day old, and again when it is seven', async () => {
    await server.close()
    await begin({ settings: { new_conversations_a_day: { first_day: 1, first_week: 2, later: 3 } } })
    const limitAt = async (ageMs: number, begun: number) => {
      server.sql('update users set signup_at = ? where id = ?', server.clock.now() - ageMs, bert.id)
      expect((await write(bert, others[begun - 1])).status).toBe(201)
      return (await write(bert, others[begun])).error
    }
    expect(await limitAt(DAY_MS - 1, 1)).toMatchObject({ limit: 1 })
    expect(await limitAt(DAY_MS, 2)).toMatchObject({ limit: 2 })
    expect(await limitAt(7 * DAY_MS - 1, 2)).toMatchObject({ limit: 2 })
    expect(await limitAt(7 * DAY_MS, 3)).toMatchObject({ limit: 3 })
  })

  test('RATE_LIMITS=no switches it off for tests', async () => {
    await server.close()
    await begin({ env: { RATE_LIMITS: 'no' } })
    expect(await beginWith(others.slice(0, 6))).toEqual([...FINE, undefined])
  })

  // SQLite's plan.
  test('the count reads an index and sorts nothing', { skip: isPostgres }, () => {
    const plan = server.sql(
      `explain query plan select created_at from conversations where started_by = 1 and created_at > 5
        order by created_at desc limit 1 offset 4`,
    )
    expect(JSON.stringify(plan)).toContain('USING COVERING INDEX conversations_started')
  })
})

const report = (from: TestMember | undefined, reason: ReportReason = 'scam') =>
  server.as(from ?? bert)('reports.send', { body: { profile: bert.id, reason, text: '' } })
const isMuted = async () => (await write(bert, others[8])).error?.error === 'begin_restricted'
const flags = () => server.deps.read.flags.openFlags(9)

describe('[GUARD-4] three reports within 24 hours', () => {
  test('mute until a person has looked if three members sent them; three of one member do not', async () => {
    for (let count = 0; count < 3; count += 1) await report(others[0])
    await report(others[1], 'spam')
    expect(await flags()).toEqual([])
    await report(others[2], 'spam')
    await report(others[4])
    expect(await isMuted()).toBe(true)
    expect(await flags()).toMatchObject([
      { kind: 'reports', severity: 'harm', facts: { reasons: ['scam', 'spam', 'spam'] } },
    ])
    // The decision states the most frequent reason.
    expect((await server.as(bert)('decisions.list')).body.decisions).toMatchObject([{ kind: 'muted', reason: 'spam' }])

    const [flag] = await flags()
    await answerFlag(server.deps, flag?.id ?? 0, { upheld: false })
    expect(await isMuted()).toBe(false)
    // Reports that a person has looked at count no more.
    server.clock.advance(1)
    await report(others[3])
    expect(await flags()).toEqual([])
  })

  test('a flag about a minor is grave, and the mute stays once the flag is upheld', async () => {
    for (const other of others.slice(0, 3)) await report(other, 'minor')
    const [flag] = await flags()
    expect(flag).toMatchObject({ severity: 'grave' })
    await answerFlag(server.deps, flag?.id ?? 0, { upheld: true, reason: 'minor', note: '' })
    expect(await isMuted()).toBe(true)
  })

  test('[DESK-8] state in mail and app that a program decided, and why', async () => {
    server.sql(`update users set language = 'de' where id = ?`, bert.id)
    for (const other of others.slice(0, 3)) await report(other)
    await runJobs(server)
    const mail = inboxOf(server).findLast(({ recipient }) => recipient === bert.email)
    expect(mail?.text).toContain('mehrere Mitglieder haben dich gemeldet. Unser System, ein Programm, hat entschieden')
    expect(mail?.text).not.toContain('eine Person aus unserem Team hat')
    expect((await server.as(bert)('decisions.list')).body.decisions).toMatchObject([{ kind: 'muted', by_check: true }])
  })

  test('from accounts without a confirmed address mute nobody, and still reach the desk', async () => {
    const unconfirmed = []
    for (let count = 0; count < 3; count += 1)
      unconfirmed.push(await server.signUp(`Sock ${count}`, { status: 'not_confirmed' }))
    for (const reporter of unconfirmed) await report(reporter, 'minor')
    expect(await flags()).toEqual([])
    expect(server.sql("select count(*) as total from letters where kind = 'report'")).toEqual([{ total: 3 }])
    await report(others[0])
    await report(others[1])
    expect(await flags()).toEqual([])
    await report(others[2])
    expect(await isMuted()).toBe(true)
  })

  test('from several addresses of one mailbox count as one', async () => {
    const aliases = []
    for (const email of ['sock.puppet@gmail.com', 'sockpuppet+1@gmail.com', 'sockpuppet@googlemail.com'])
      aliases.push(await server.signUp('Sock', { email }))
    for (const reporter of aliases) await report(reporter)
    await report(others[0])
    expect(await flags()).toEqual([])
    await report(others[1])
    expect(await isMuted()).toBe(true)
  })

  test('over more than 24 hours do nothing', async () => {
    await report(others[0])
    await report(others[1])
    server.clock.advance(DAY_MS + 1)
    await report(others[2])
    expect(await flags()).toEqual([])
    expect(await isMuted()).toBe(false)
  })
})
