/** [DESK-11] Notes of the staff about a member: added with a row of the audit, never changed, erased with the member. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deskCalls } from '#contract/desk/calls.ts'
import { NOTE_MAX, NOTES_SHOWN } from '#contract/desk/limits.ts'
import { STAFF_ROLES } from '#contract/desk/roles.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import { addTestStaff, breakAudit, deskOn, type DeskCaller } from '../../testing/desk.ts'
import type { TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let sinead: DeskCaller
let anna: TestMember
let params: { id: string }
beforeEach(async () => {
  server = await createTestServer()
  sinead = deskOn(server.app, (await addTestStaff(server.deps, 'Sinead', 'support')).cookie)
  anna = await server.signUp('Anna')
  params = { id: String(anna.id) }
})
afterEach(() => server.close())

const add = (text: string, client_id = server.deps.newId(), by = sinead) =>
  by('members.add_note', { params, body: { client_id, text } })
const stored = () => server.sql('select member, text from member_notes order by id')
const audited = () => server.sql('select act, subject_kind, subject, before, after, reason from audit order by id')

describe('[DESK-11] a note', () => {
  test('has its author and its time, and follows the earlier ones', async () => {
    expect((await sinead('members.get', { params })).body.notes).toEqual({ total: 0, newest: [] })
    await add('  Prefers mail.\nHer provider was slow.  ')
    server.clock.advance(1_000)
    const orla = await addTestStaff(server.deps, 'Orla', 'owner')
    const { body } = await add('Shaken by the scam.', server.deps.newId(), deskOn(server.app, orla.cookie))
    const now = server.clock.now()
    expect(body.notes).toEqual({
      total: 2,
      newest: [
        {
          id: 1,
          at: now - 1_000,
          by: { id: expect.any(Number), name: 'Sinead' },
          text: 'Prefers mail.\nHer provider was slow.',
        },
        { id: 2, at: now, by: { id: orla.id, name: 'Orla' }, text: 'Shaken by the scam.' },
      ],
    })
  })

  test('stays with its name after its author has left', async () => {
    await add('Prefers mail.')
    server.sql('update staff set ended_at = 1')
    const orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
    expect((await orla('members.get', { params })).body.notes.newest).toMatchObject([{ by: { name: 'Sinead' } }])
  })

  test('is only about one member', async () => {
    const bert = await server.signUp('Bert')
    await add('Prefers mail.')
    expect((await sinead('members.get', { params: { id: String(bert.id) } })).body.notes.total).toBe(0)
  })

  test('reaches the pages of colleagues that are open', async () => {
    const hints: string[] = []
    const close = server.deps.bus.openDesk(
      (hint) => hints.push(hint),
      () => undefined,
    )
    await add('Prefers mail.')
    close()
    expect(hints).toEqual([`member:${anna.id}`])
  })

  test('that is sent twice is stored and audited once', async () => {
    const id = server.deps.newId()
    const [first, second] = [await add('Prefers mail.', id), await add('Prefers mail.', id)]
    expect([first.status, second.status, second.body.notes.total]).toEqual([200, 200, 1])
    expect(audited()).toHaveLength(1)
  })

  test('without a text, or with more characters than the limit, is refused by name', async () => {
    expect((await add('  ')).error).toEqual({ error: 'invalid_input', fields: { text: 'required' } })
    expect((await add('x'.repeat(NOTE_MAX + 1))).error).toEqual({
      error: 'invalid_input',
      fields: { text: 'too_long' },
    })
    expect(stored()).toEqual([])
    expect((await add('x'.repeat(NOTE_MAX))).status).toBe(200)
  })

  test('about nobody, or about an erased member, is refused', async () => {
    server.sql(`update users set status = 'deleted' where id = ?`, anna.id)
    expect((await add('Prefers mail.')).error).toEqual({ error: 'not_found' })
    params = { id: '999' }
    expect((await add('Prefers mail.')).error).toEqual({ error: 'not_found' })
    expect([stored(), audited()]).toEqual([[], []])
  })

  test('is not lost among many: the page shows the newest ones, and counts all', async () => {
    for (let count = 0; count < NOTES_SHOWN + 1; count += 1)
      server.sql(
        'insert into member_notes (member, staff, text, at, client_id) values (?, 1, ?, 0, ?)',
        anna.id,
        `Note ${count}`,
        String(count),
      )
    const { total, newest } = (await sinead('members.get', { params })).body.notes
    expect([total, newest.length, newest[0]?.text, newest.at(-1)?.text]).toEqual([101, 100, 'Note 1', 'Note 100'])
  })
})

describe('[DESK-3] the audit', () => {
  test('names the note without its text, because the row outlives the member', async () => {
    await add('Shaken by the scam.')
    expect(audited()).toEqual([
      { act: 'member.note', subject_kind: 'member', subject: anna.id, before: null, after: '{"note":1}', reason: '' },
    ])
  })

  test('and the note are stored together or not at all', async () => {
    breakAudit(server)
    expect((await add('Shaken by the scam.')).status).toBe(500)
    expect(stored()).toEqual([])
  })
})

test('[DESK-2] staff who may open a member’s page may add notes, and no call changes or removes one', () => {
  const calls = Object.entries(deskCalls).filter(([, { path }]) => path.includes('/notes'))
  expect(calls.map(([name, { method }]) => [name, method])).toEqual([['members.add_note', 'POST']])
  const allowed = STAFF_ROLES.filter((role) => role !== 'marketing')
  expect(deskCalls['members.add_note'].roles.toSorted()).toEqual(allowed.toSorted())
  expect(deskCalls['members.get'].roles.toSorted()).toEqual(allowed.toSorted())
})

test('[ACC-17] the member’s export contains the text and the time of a note, and not its author', async () => {
  await add('Shaken by the scam.')
  const file = await exportFileOf(server, anna)
  const { desk_notes: notes } = JSON.parse(await file.text()) as { desk_notes: unknown }
  expect(notes).toEqual([{ text: 'Shaken by the scam.', at: server.clock.now() }])
})
