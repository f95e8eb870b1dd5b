import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/limits.ts'
import { addTestStaff, deskOn } from '../../testing/desk.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { inboxOf, runJobs } from '../../testing/post-office.ts'
import { scamCase, type ScamCase } from '../../testing/scam-case.ts'

let scam: ScamCase
beforeEach(async () => {
  scam = await scamCase()
})
afterEach(() => scam.close())

describe('[DESK-7] a decision that was wrong', () => {
  test('is lifted at any time with a reason, and the member gets a mail', async () => {
    const { server, victor, decide, lift, readCase, statementLeaves } = scam
    server.sql(`update users set language = 'de' where id = ?`, victor.id)
    const { decision } = (await decide('ban')).body
    await statementLeaves()
    server.clock.advance(DAY_MS)
    server.sql('update staff_sessions set last_seen_at = ?, expires_at = ?', server.clock.now(), server.clock.now() + 9)
    expect((await lift(decision)).body).toEqual({ lifted: true })
    expect((await readCase()).member.sanction).toBeNull()
    await runJobs(server)
    const mail = inboxOf(server).findLast(({ recipient }) => recipient === victor.email)
    expect(mail?.text).toContain('noch einmal geprüft und zurückgenommen')
    expect(server.sql(`select reason from audit where act = 'decision.lift'`)).toEqual([
      { reason: 'The wrong Victor.' },
    ])
    expect((await lift(decision)).error).toEqual({ error: 'changed_meanwhile' })
  })

  test('is lifted without a mail if its statement has not left yet', async () => {
    const { victor, decide, lift, subjectsTo, statementLeaves } = scam
    const { decision } = (await decide('warn')).body
    await lift(decision)
    await statementLeaves()
    expect(subjectsTo(victor)).toEqual([])
  })

  test('with an appeal that waits is left to the answer', async () => {
    const { server, victor, jonas, decide, lift, readCase } = scam
    const { decision } = (await decide('mute')).body
    await server.as(victor)('decisions.appeal', {
      params: { id: String(decision) },
      body: { text: 'It was my cousin.' },
    })
    expect((await lift(decision)).error).toEqual({ error: 'not_possible' })
    expect((await readCase()).member.sanction).toBe('muted')
    // A new case: the photo and the appeal wait for an answer of their own, so they did not cause what follows.
    addPhoto(server, victor, { status: 'pending' })
    expect((await decide('warn')).status).toBe(200)
    expect(server.sql('select kind, source from decisions')).toEqual([
      { kind: 'muted', source: 'own' },
      { kind: 'warned', source: 'own' },
    ])
    const keep = { params: { letter: '1' }, body: { upheld: false, text: 'It was your account.' } }
    // Orla has decided, so the appeal is not hers to claim.
    const sam = deskOn(server.app, (await addTestStaff(server.deps, 'Sam', 'moderator')).cookie)
    await sam('queue.claim', { body: { subject: `member:${victor.id}` } })
    expect((await jonas('appeals.answer', keep)).error?.error, 'a colleague works on it').toBe('claimed_by_other')
    await sam('queue.release', { body: { subject: `member:${victor.id}` } })
    expect((await jonas('appeals.answer', keep)).status).toBe(200)
    expect((await lift(decision)).body, 'once the appeal is answered').toEqual({ lifted: true })
  })

  test('a report is no appeal, and the decision of an erased member stays', async () => {
    const { server, helen, jonas, report, decide, lift } = scam
    await report(helen)
    const answer = { params: { letter: '1' }, body: { upheld: true, text: 'You were right about that.' } }
    expect((await jonas('appeals.answer', answer)).status).toBe(404)
    const { decision } = (await decide('warn')).body
    server.sql('update decisions set user_id = 0')
    expect((await lift(decision)).error).toEqual({ error: 'not_found' })
  })
})
