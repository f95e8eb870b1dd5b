/** [DESK-7] A colleague who is also a member does not decide about that account. [DESK-9] Nor is anybody the second person to themselves. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deskCallOf, deskCalls, type DeskCallName } from '#contract/desk/calls.ts'
import { UNDO_MS } from '#contract/desk/limits.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { chooseAtSandbox, orderCredits } from '../../testing/sandbox.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let anna: TestMember
let bert: TestMember
/** Bert has a member account with the address of the staff account. */
let bertAtDesk: DeskCaller
let orla: DeskCaller
beforeEach(async () => {
  server = await createTestServer()
  anna = await server.signUp('Anna')
  bert = await server.signUp('Bert', { gender: 'male' })
  server.sql(`update users set email = 'bert@staff.test' where id = ?`, bert.id)
  bertAtDesk = deskOn(server.app, (await addTestStaff(server.deps, 'Bert', 'owner')).cookie)
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
})
afterEach(() => server.close())

const decide = (by: DeskCaller, act: 'none' | 'mute' = 'none') =>
  by('case.decide', {
    params: { member: String(bert.id) },
    body: { act, reason: 'spam', facts: 'Sent it nine times.' },
  })
const report = () => server.as(anna)('reports.send', { body: { profile: bert.id, reason: 'spam', text: 'An ad' } })
const evidence = (by: DeskCaller) => by('case.messages', { params: { letter: '1' } })

const queue = async (by: DeskCaller) => (await by('queue.list', { query: { filter: 'all' } })).body.rows
const lift = (by: DeskCaller) => by('decisions.lift', { params: { decision: '1' }, body: { reason: 'It was wrong.' } })
const answer = (by: DeskCaller) =>
  by('appeals.answer', { params: { letter: '1' }, body: { upheld: true, text: 'We have looked at it again.' } })
const approve = (by: DeskCaller) =>
  by('approvals.decide', { params: { id: '1' }, body: { approved: true, reason: 'Read the case' } })
const reporter = async (by: DeskCaller) => (await by('members.find', { query: { q: 'R-1' } })).body.members
/** Calls about the operator's own things, about letters of visitors, and a look at a photo, which may be one's own. */
const ABOUT_NO_MEMBER =
  /^(?:announcements|codes|campaigns|fictional|letters|numbers|partners|settings|staff|transparency|passkeys|money\.(?:month|unspent)|photos\.(?:file|show)$)/
const partsOf = (name: DeskCallName): string[] => {
  const { params, body } = deskCallOf(name)
  return [params, body].flatMap((schema) => Object.keys((schema as { entries?: object } | undefined)?.entries ?? {}))
}
const OWN = { error: 'own_account' }

describe('[DESK-7] the own member account', () => {
  test('its case is neither read, nor claimed, nor decided, and stays in the queue for a colleague', async () => {
    await report()
    const params = { member: String(bert.id) }
    expect((await bertAtDesk('case.get', { params })).error).toEqual(OWN)
    for (const subject of [`member:${bert.id}`, `money:${bert.id}`])
      expect((await bertAtDesk('queue.claim', { body: { subject } })).error).toEqual(OWN)
    expect((await decide(bertAtDesk)).error).toEqual(OWN)
    const [own] = await queue(bertAtDesk)
    expect(own).toMatchObject({ own_account: true, not_you: true, claim: null, items: [{ from: null, text: '' }] })
    const [row] = await queue(orla)
    expect(row).toMatchObject({ own_account: false, items: [{ from: { name: 'Anna' }, text: 'An ad' }] })
    expect((await decide(orla)).status).toBe(200)
    expect(await queue(orla)).toEqual([])
  })

  test('its page, its exports and its conversations with fictional profiles are left to a colleague', async () => {
    const { id: profile } = await server.signUp('Cleo')
    const params = { id: String(bert.id) }
    const body = { reason: 'A request of the police' }
    expect((await orla('authority_exports.ask', { params, body })).status).toBe(200)
    const [asked] = server.sql(`select id from audit where act = 'authority_export.ask'`)
    const decision = { params: { id: String(asked?.['id']) }, body: { approved: true, ...body } }
    const pair = { params: { profile: String(profile), member: params.id } }
    const answers = [
      await bertAtDesk('members.get', { params }),
      await bertAtDesk('members.export', { params, body }),
      await bertAtDesk('money.member', { params: { member: params.id }, query: {} }),
      await bertAtDesk('authority_exports.decide', decision),
      await bertAtDesk('answers.open', pair),
    ]
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => OWN))
    expect((await orla('members.get', { params })).status).toBe(200)
  })

  test('the evidence of a report is left to a colleague, also after its sender was erased', async () => {
    await report()
    expect((await evidence(bertAtDesk)).error).toEqual(OWN)
    server.sql('update letters set profile = null')
    expect((await evidence(bertAtDesk)).error).toEqual(OWN)
    expect((await evidence(orla)).status).toBe(200)
  })

  test('an alias of the same mailbox is theirs', async () => {
    server.sql(`update users set email = 'bert+dates@staff.test' where id = ?`, bert.id)
    await report()
    expect((await decide(bertAtDesk)).error).toEqual(OWN)
    expect((await queue(bertAtDesk))[0]).toMatchObject({ own_account: true })
  })

  test('each call with a parameter says which one leads to a member, or is known to lead to none', () => {
    const names = Object.keys(deskCalls) as DeskCallName[]
    const mayLead = names.filter(
      (name) => partsOf(name).includes('member') || (deskCallOf(name).params && !ABOUT_NO_MEMBER.test(name)),
    )
    expect(mayLead.filter((name) => deskCallOf(name).about === undefined)).toEqual([])
    const misnamed = names.filter((name) => {
      const { about } = deskCallOf(name)
      return about && !partsOf(name).some((part) => part === about || part === 'id')
    })
    expect(misnamed).toEqual([])
  })

  test('no call says who has reported it', async () => {
    await report()
    await server.sendText(anna, bert, 'Stop it')
    server.sql(
      `insert into flags (member, kind, severity, message, facts, created_at) values (?, 'message', 'rest', 1, '{}', 0)`,
      bert.id,
    )
    const letter = '1'
    const hash = 'of-a-photo'
    const answers = [
      await bertAtDesk('case.preview', { params: { member: String(bert.id) }, body: { act: 'none' } }),
      await bertAtDesk('case.messages', { params: { letter } }),
      await bertAtDesk('case.held_message', { params: { flag: '1' } }),
      await bertAtDesk('case.show_photo', { params: { letter, photo: '1' } }),
      await bertAtDesk('case.photo', { params: { letter, hash, size: 'blur' } }),
      await bertAtDesk('case.hold', {
        params: { letter },
        body: { legal_hold: true, reason: 'A complaint to the police' },
      }),
    ]
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => OWN))
    expect(await reporter(bertAtDesk)).toEqual([])
    expect(await reporter(orla)).toMatchObject([
      { id: anna.id, by: 'letter' },
      { id: bert.id, by: 'reported' },
    ])
  })

  test('its decision is not lifted, and its appeal waits for a colleague', async () => {
    await decide(orla, 'mute')
    server.clock.advance(UNDO_MS)
    expect((await lift(bertAtDesk)).error).toEqual(OWN)
    await server.as(bert)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me.' } })
    const jonas = deskOn(server.app, (await addTestStaff(server.deps, 'Jonas', 'moderator')).cookie)
    expect((await answer(bertAtDesk)).error).toEqual(OWN)
    expect((await queue(jonas)).map(({ items }) => items[0]?.kind)).toEqual(['appeal'])
    expect((await answer(jonas)).status).toBe(200)
  })

  test('its photos, its evidence and its money are left to a colleague', async () => {
    const id = addPhoto(server, bert, { status: 'pending' })
    const goodwill = { params: { member: String(bert.id) }, body: { credits: 5, reason: 'A slow day of the site' } }
    const hold = { params: { id: String(bert.id) }, body: { held: true, reason: 'A complaint to the police' } }
    await report()
    expect((await bertAtDesk('photos.list')).body).toMatchObject({ photos: [], total: 1 })
    expect((await bertAtDesk('photos.approve', { params: { id } })).error).toEqual(OWN)
    expect(
      (await bertAtDesk('photos.reject', { params: { id }, body: { reason: 'quality', note: '' } })).error,
    ).toEqual(OWN)
    expect((await bertAtDesk('members.hold', hold)).error).toEqual(OWN)
    expect((await bertAtDesk('money.goodwill', goodwill)).error).toEqual(OWN)
    expect((await orla('photos.approve', { params: { id } })).status).toBe(200)
    expect((await orla('members.hold', hold)).status).toBe(200)
    expect((await orla('money.goodwill', goodwill)).status).toBe(200)
  })

  test('neither a refund, nor a chargeback, nor an approval of money for it', async () => {
    const { id, price } = await orderCredits(server, bert)
    for (const choice of ['paid', 'charged_back'] as const) await chooseAtSandbox(server, id, choice)
    const params = { payment: id }
    const refund = { part: 'whole', amount: price, reason: 'mistake', note: '' } as const
    const contest = { contest_by: server.clock.now() + 1, reason: 'We have the receipt' }
    const allow = { decision: 'allow', reason: 'He has paid it again' } as const
    const answers = [
      await bertAtDesk('money.refund', { params, body: refund }),
      await bertAtDesk('money.contest_chargeback', { params, body: contest }),
      await bertAtDesk('money.decide_chargeback', { params, body: allow }),
    ]
    expect(answers.map(({ error }) => error)).toEqual([OWN, OWN, OWN])
    await orla('money.goodwill', { params: { member: String(bert.id) }, body: { credits: 60, reason: 'An outage' } })
    expect((await approve(bertAtDesk)).error).toEqual(OWN)
  })

  test('an address that nobody has confirmed is not theirs', async () => {
    await report()
    server.sql(`update users set status = 'not_confirmed' where id = ?`, bert.id)
    expect((await decide(bertAtDesk)).status).toBe(200)
  })
})

describe.each([
  [
    'an alias of the address',
    (id: number) => server.sql(`update staff set mail = 'orla+2@staff.test' where id = ?`, id),
  ],
  [
    'a return after an end',
    (id: number, first: number) => {
      server.sql('update staff set ended_at = 1 where id = ?', first)
      server.sql(`update staff set mail = 'orla@staff.test' where id = ?`, id)
    },
  ],
])('[DESK-9] [DESK-12] a second staff account by %s', (_, become) => {
  /** Makes the account of another name Orla's second one. */
  const orlaAgain = async (): Promise<DeskCaller> => {
    const { id, cookie } = await addTestStaff(server.deps, 'Again', 'owner')
    become(id, Number(server.sql(`select id from staff where name = 'Orla'`)[0]?.['id']))
    return deskOn(server.app, cookie)
  }
  const OWN_DECISION = { error: 'own_decision' }

  test('allows no money that the first one asked for', async () => {
    await orla('money.goodwill', { params: { member: String(anna.id) }, body: { credits: 60, reason: 'An outage' } })
    const again = await orlaAgain()
    expect((await approve(again)).error).toEqual(OWN_DECISION)
    expect((await queue(again))[0]).toMatchObject({ not_you: true, items: [{ is_own: true }] })
    expect((await again('queue.counts')).body).toMatchObject({ all: 1, free: 0 })
    const claim = { body: { subject: `money:${anna.id}` } }
    expect((await again('queue.claim', claim)).error).toEqual(OWN_DECISION)
    expect((await approve(bertAtDesk)).status).toBe(200)
  })

  test('answers no appeal against a decision of the first one', async () => {
    await decide(orla, 'mute')
    server.clock.advance(UNDO_MS)
    await server.as(bert)('decisions.appeal', { params: { id: '1' }, body: { text: 'It was not me.' } })
    const again = await orlaAgain()
    expect((await answer(again)).error).toEqual(OWN_DECISION)
    expect(server.sql('select answered_at from letters')).toEqual([{ answered_at: null }])
    const read = await again('case.get', { params: { member: String(bert.id) } })
    expect(read.body.decisions).toMatchObject([{ is_own: true }])
  })

  test('[DESK-11] allows no export for an authority that the first one asked for', async () => {
    const body = { reason: 'A request of the police' }
    const asked = await orla('authority_exports.ask', { params: { id: String(anna.id) }, body })
    const decision = { params: { id: String(asked.body.id) }, body: { approved: true, ...body } }
    expect((await (await orlaAgain())('authority_exports.decide', decision)).error).toEqual(OWN_DECISION)
    expect((await bertAtDesk('authority_exports.decide', decision)).body.state).toBe('approved')
  })
})
