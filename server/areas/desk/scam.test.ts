/** The whole way of a scam, through the calls of members and of the desk, and the effects of a ban. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { UNDO_MS } from '#contract/desk/limits.ts'
import { DAY_MS, REACTIVATION_DAYS } from '#contract/limits.ts'
import { cookieJar } from '../../testing/cookie-jar.ts'
import { signupForm } from '../../testing/forms.ts'
import { TEST_PASSWORD } from '../../testing/members.ts'
import { jpegOf, upload } from '../../testing/photos.ts'
import { inboxOf } from '../../testing/post-office.ts'
import { scamCase, type ScamCase } from '../../testing/scam-case.ts'
import { releaseMember } from '../safety/desk.ts'
import { markOf } from '../safety/identity.ts'

let scam: ScamCase
beforeEach(async () => {
  scam = await scamCase()
})
afterEach(() => scam.close())

test('[DESK-6] [DESK-7] [DESK-9] [DESK-10] [DESK-15] report, case, ban, warnings, appeal by a colleague, transparency', async () => {
  const {
    server,
    office,
    helen,
    ruth,
    victor,
    orla,
    jonas,
    report,
    decide,
    readCase,
    queue,
    subjectsTo,
    round,
    statementLeaves,
  } = scam
  const asked = (await server.sendText(victor, helen, 'Can you buy Steam cards and send me the codes?')).body.message.id
  await server.sendText(victor, ruth, 'The platform bank has blocked my card.')
  await report(helen, asked)
  server.clock.advance(60_000)
  await report(ruth)
  server.sql(`update profiles set name = 'Viktor' where id = ?`, victor.id)

  // The case shows the profile as it was, and the change since; the messages only after a logged look.
  expect((await queue()).rows).toMatchObject([{ subject: `member:${victor.id}`, severity: 'harm', count: 2 }])
  const found = await readCase()
  expect(found).toMatchObject({
    member: { id: victor.id, name: 'Viktor' },
    changed: [{ field: 'name', before: 'Victor', after: 'Viktor' }],
    history: { wrote_to: 2, upheld: 0, dismissed: 0 },
    evidence: [{ number: 'R-000002' }, { number: 'R-000001', message: asked, messages: 1 }],
    decisions: [],
  })
  expect(JSON.stringify(found)).not.toContain('Steam cards')
  const opened = (await orla('case.messages', { params: { letter: '1' } })).body
  expect(opened).toMatchObject({ reported: asked, messages: [{ id: asked, sender: victor.id }] })
  expect(server.sql('select act, subject, staff from audit where id = ?', opened.audit)).toEqual([
    { act: 'case.open_conversation', subject: 1, staff: 1 },
  ])

  // Colleagues read along, but only the one with the claim decides.
  await orla('queue.claim', { body: { subject: `member:${victor.id}` } })
  const facts = 'Asked two members for gift cards.'
  expect((await decide('ban', { facts }, jonas)).error).toMatchObject({ error: 'claimed_by_other', by: 'Orla' })

  // A push that was queued just before the ban does not go out, and a device learns nothing of the sender any more.
  await office.subscribe(helen)
  await server.sendText(victor, helen, 'Write me on WhatsApp.')
  const banned = (await decide('ban', { facts, warn: true })).body
  expect(banned).toMatchObject({ answered: 2, warned: 2, undo_until: server.clock.now() + UNDO_MS })
  await office.runJobs()
  expect(office.payloads()).toEqual([])
  expect(subjectsTo(helen).filter((subject) => subject.includes('Vi'))).toEqual([])
  const refused = [
    (await server.sendText(victor, helen, 'Hello?')).error?.error,
    (await server.as(victor)('sync', { query: { after: '0' } })).error?.error,
    (await server.as(victor)('likes.put', { params: { profile: String(ruth.id) } })).error?.error,
  ]
  expect(refused).toEqual(['account_suspended', 'account_suspended', 'account_suspended'])
  expect((await queue()).rows).toEqual([])

  // Statement, outcomes and warnings leave after 30 seconds.
  expect(subjectsTo(victor)).toEqual([])
  await statementLeaves()
  expect(subjectsTo(victor)).toContain('A decision about your account')
  for (const member of [helen, ruth]) {
    expect(subjectsTo(member)).toContain('Take care: an account banned for fraud wrote to you')
    expect((await server.as(member)('reports.list')).body.reports).toMatchObject([{ upheld: true }])
  }
  const warning = inboxOf(server).find(({ subject }) => subject.startsWith('Take care'))
  expect(warning?.text).toContain('Viktor wrote to you here. We have banned that account for fraud.')
  // Each warning links the page about safety [SITE-7].
  expect(warning?.text).toContain('More on staying safe\nhttp://localhost:3000/pages/safety')
  expect((await server.as(helen)('chats.get')).body.chats).toMatchObject([{ warned_at: server.clock.now() }])
  const stated = inboxOf(server).find(({ subject }) => subject === 'A decision about your account')
  expect(stated?.text).toContain(facts)

  // The appeal is for somebody else.
  const appeal = { params: { id: String(banned.decision) }, body: { text: 'It was my cousin, not me.' } }
  expect((await server.as(victor)('decisions.appeal', appeal)).status).toBe(200)
  const answer = { params: { letter: '3' }, body: { upheld: false, text: 'We have looked again, and it stands.' } }
  expect((await orla('appeals.answer', answer)).error?.error).toBe('own_decision')
  expect((await jonas('appeals.answer', answer)).body).toEqual({ upheld: false })
  expect((await server.as(victor)('decisions.list')).body.decisions).toMatchObject([
    { kind: 'banned', appeal: { upheld: false, answer: 'We have looked again, and it stands.' } },
  ])

  // The account is erased: the ban still refuses the address, and the report still counts the decision.
  const transparency = async () => {
    const { body } = await orla('transparency.get', { params: { year: '2026' } })
    return body
  }
  const before = await transparency()
  expect(before).toMatchObject({
    decisions: [{ kind: 'banned', reason: 'scam', source: 'report', total: 1 }],
    decision_median_ms: 60_000,
    appeals: { received: 1, upheld: 0, dismissed: 1, waiting: 0 },
    letters: [
      { kind: 'appeal', received: 1, upheld: 0, dismissed: 1 },
      { kind: 'report', reason: 'scam', received: 2, upheld: 2, dismissed: 0 },
    ],
  })
  await server.as(victor)('user.delete', { body: { password: TEST_PASSWORD } })
  server.clock.advance(REACTIVATION_DAYS * DAY_MS)
  await round()
  const signup = await server.visitor('signup', { body: signupForm({ email: victor.email }) })
  expect(signup.error).toEqual({ error: 'signup_refused' })
  server.sql(
    'update staff_sessions set last_seen_at = ?, expires_at = ?',
    server.clock.now(),
    server.clock.now() + DAY_MS,
  )
  expect(await transparency()).toEqual(before)
  expect(JSON.stringify(await transparency())).not.toContain(String(victor.id))
})

describe('[DESK-10] a ban', () => {
  test('a ban after the account of a reported member was erased refuses the address from then on', async () => {
    const { server, helen, victor, report, decide, readCase, round } = scam
    await report(helen)
    await server.as(victor)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await round()
    server.sql(
      'update staff_sessions set last_seen_at = ?, expires_at = ?',
      server.clock.now(),
      server.clock.now() + DAY_MS,
    )
    expect((await readCase()).evidence).toMatchObject([{ profile: { name: 'Victor' } }])
    expect((await decide('ban')).status).toBe(200)
    const signup = await server.visitor('signup', { body: signupForm({ email: victor.email }) })
    expect(signup.error).toEqual({ error: 'signup_refused' })
  })

  test('refuses an alias of the mailbox', async () => {
    const { server, victor, decide } = scam
    expect((await decide('ban')).status).toBe(200)
    const signup = await server.visitor('signup', { body: signupForm({ email: victor.email.replace('@', '+again@') }) })
    expect(signup.error).toEqual({ error: 'signup_refused' })
  })

  test('stores nothing that can be read back, and ends with the ban', async () => {
    const { server, victor, jonas, decide, statementLeaves } = scam
    const banned = (await decide('ban')).body
    const [row] = server.sql(`select * from identity_marks where kind = 'mail'`)
    const { hash } = markOf(server.deps, 'mail', victor.email)
    expect(row).toMatchObject({ hash, member: victor.id, decision: banned.decision })
    const other = { identityKey: () => Buffer.alloc(32) }
    expect(markOf(other, 'mail', victor.email).hash).not.toBe(hash)
    await statementLeaves()
    await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'Please look at it again.' } })
    await jonas('appeals.answer', { params: { letter: '1' }, body: { upheld: true, text: 'You were right about it.' } })
    expect(server.sql('select * from identity_marks')).toEqual([])
  })

  test('warns nobody any more once it is lifted, by an appeal or by command', async () => {
    const { server, office, helen, victor, jonas, decide, statementLeaves } = scam
    await server.sendText(victor, helen, 'Send me codes.')
    const warned = async () => (await server.as(helen)('chats.get')).body.chats.map(({ warned_at }) => warned_at)
    await decide('ban', { warn: true })
    await statementLeaves()
    expect(await warned()).toEqual([server.clock.now()])
    await server.as(victor)('decisions.appeal', { params: { id: '1' }, body: { text: 'Please look at it again.' } })
    await jonas('appeals.answer', { params: { letter: '1' }, body: { upheld: true, text: 'You were right about it.' } })
    await office.runJobs()
    expect(await warned()).toEqual([undefined])
    await decide('ban', { warn: true })
    await statementLeaves()
    expect(await warned()).toEqual([server.clock.now()])
    await releaseMember(server.deps, victor.id)
    await office.runJobs()
    expect(await warned()).toEqual([undefined])
    expect(server.sql('select * from identity_marks'), 'a new account is not refused').toEqual([])
  })

  test('sends a photo of the banned account to the desk when another account adds it, also after the erasure', async () => {
    const { server, helen, ruth, victor, decide, round } = scam
    await upload(server, victor, await jpegOf(2))
    await decide('ban')
    await server.as(victor)('user.delete', { body: { password: TEST_PASSWORD } })
    server.clock.advance(REACTIVATION_DAYS * DAY_MS)
    await round()
    expect(server.sql('select * from photos')).toEqual([])
    await upload(server, ruth, await jpegOf(2))
    await upload(server, helen, await jpegOf(3))
    expect(server.sql('select owner, status from photos order by id')).toEqual([
      { owner: ruth.id, status: 'pending' },
      { owner: helen.id, status: 'active' },
    ])
  })

  test('refuses a device of the banned account, with any address, and nobody else', async () => {
    const { server, victor, decide } = scam
    const [device, another] = [cookieJar(server), cookieJar(server)]
    await device.send('POST', '/api/user', { email: victor.email, password: TEST_PASSWORD })
    await decide('ban')
    const refused = await device.send('POST', '/api/signup', signupForm({ email: 'other@example.test' }))
    expect(await refused.json()).toEqual({ error: 'signup_refused' })
    expect((await another.send('POST', '/api/signup', signupForm())).status).toBe(200)
  })
})

test('[DESK-15] a decision is counted under what led to it: the notice of a visitor, or nothing', async () => {
  const { server, victor, decide } = scam
  const text = 'This profile sells things that nobody may sell.'
  const notice = { name: 'Nora', email: 'nora@example.test', profile: String(victor.id), reason: 'scam', text } as const
  await server.visitor('complaints.send', { body: { ...notice, good_faith: true } })
  await decide('warn')
  await decide('mute')
  expect(server.sql('select source from decisions order by id')).toEqual([{ source: 'notice' }, { source: 'own' }])
})
