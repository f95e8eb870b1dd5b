/** [DESK-3] Nobody can change the audit without being noticed. */
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sanctionMember } from '../safety/desk.ts'
import { checkChain } from './audit.ts'
import { addPhoto } from '../../testing/photo-rows.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { addTestStaff, deskOn, type TestStaff } from '../../testing/desk.ts'

let server: TestServer
let orla: TestStaff
beforeEach(async () => {
  server = await createTestServer()
  orla = await addTestStaff(server.deps, 'Orla', 'owner')
})
afterEach(() => server.close())

const addRow = (reason: string) =>
  server.deps.write((tx) =>
    tx.audit.add({
      staff: orla.id,
      act: 'member.note',
      subject: { kind: 'member', id: 7 },
      after: { length: reason.length },
      reason,
      at: server.clock.now(),
    }),
  )
const addRows = async (count: number) => {
  for (let row = 1; row <= count; row += 1) await addRow(`reason ${row}`)
}
const check = () => checkChain(server.deps)
const dropTriggers = () => {
  for (const name of ['audit_is_a_chain', 'audit_never_changes', 'audit_never_shrinks'])
    server.sql(`drop trigger ${name}`)
}
const insert = (id: number | null, previousHash: string, hash = 'made up') =>
  server.sql(
    `insert into audit (id, at, staff, act, reason, previous_hash, hash) values (?, 1, 1, 'member.note', '', ?, ?)`,
    id,
    previousHash,
    hash,
  )
const newestHash = () => server.sql('select hash from audit order by id desc limit 1')[0]?.['hash'] as string

describe('[DESK-3] the audit is a chain of rows that are only added', () => {
  test('rows follow one another by id and hash, also within one group of writes', async () => {
    await Promise.all(['one', 'two', 'three'].map(addRow))
    const rows = server.sql('select id, previous_hash, hash from audit order by id')
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(rows.map(({ previous_hash }) => previous_hash)).toEqual(['', rows[0]?.['hash'], rows[1]?.['hash']])
    expect(await check()).toEqual({ rows: 3, newest_hash: rows[2]?.['hash'], broken: null })
  })

  test('the database refuses to change a row', async () => {
    await addRows(2)
    expect(() => server.sql(`update audit set reason = 'nothing' where id = 1`)).toThrow('cannot be changed')
    expect(() => server.sql('update audit set staff = null')).toThrow('cannot be changed')
    expect((await check()).broken).toBeNull()
  })

  test('the database refuses to remove a row', async () => {
    await addRows(2)
    expect(() => server.sql('delete from audit where id = 2')).toThrow('cannot be removed')
    expect(() => server.sql('delete from audit')).toThrow('cannot be removed')
    expect(server.sql('select id from audit')).toHaveLength(2)
  })

  test('the database refuses a row out of the order, also one that replaces another', async () => {
    await addRows(2)
    const hash = newestHash()
    expect(() => insert(4, hash)).toThrow('must follow the newest row')
    expect(() => insert(null, hash)).toThrow('must follow the newest row')
    expect(() => insert(3, 'another hash')).toThrow('must follow the newest row')
    expect(() =>
      server.sql(
        `insert or replace into audit (id, at, staff, act, reason, previous_hash, hash)
          select id, at, 99, act, reason, previous_hash, hash from audit where id = 2`,
      ),
    ).toThrow('must follow the newest row')
    expect((await check()).broken).toBeNull()
  })

  test('another connection to the file is refused too', async () => {
    await addRows(1)
    const other = new Database(server.db.$client.name)
    expect(() => other.exec('delete from audit')).toThrow('cannot be removed')
    expect(() => other.exec(`update audit set reason = ''`)).toThrow('cannot be changed')
    other.close()
  })

  test('a row with a made up hash is found by the check', async () => {
    await addRows(2)
    insert(3, newestHash())
    expect((await check()).broken).toEqual({ id: 3, fault: 'content' })
  })

  test.each([
    ['a changed reason', `update audit set reason = 'another' where id = 2`, { id: 2, fault: 'content' }],
    ['a changed member of staff', 'update audit set staff = 99 where id = 2', { id: 2, fault: 'content' }],
    ['a changed time', 'update audit set at = at + 1 where id = 3', { id: 3, fault: 'content' }],
    ['a changed value', `update audit set "after" = '{}' where id = 1`, { id: 1, fault: 'content' }],
    ['a removed row in the middle', 'delete from audit where id = 2', { id: 2, fault: 'gap' }],
    ['a removed first row', 'delete from audit where id = 1', { id: 1, fault: 'gap' }],
    ['a cut off end', 'delete from audit where id > 2', { id: 3, fault: 'gap' }],
    ['everything removed', 'delete from audit', { id: 1, fault: 'gap' }],
    [
      'two rows that changed places',
      'update audit set id = case id when 2 then -3 when 3 then -2 else id end; update audit set id = abs(id)',
      { id: 2, fault: 'chain' },
    ],
  ])('without the triggers, %s is found by the check', async (_, statement, broken) => {
    await addRows(4)
    dropTriggers()
    server.db.$client.exec(statement)
    expect((await check()).broken).toEqual(broken)
  })

  test('a row whose hash was computed again after a change breaks the chain at the next row', async () => {
    await addRows(3)
    dropTriggers()
    const { auditHash } = await import('./audit-queries.ts')
    const [row] = (await server.deps.read.audit.page({ before: 3 }, 1)).map(({ row }) => row)
    if (!row) throw new Error('There is no row')
    const forged = { ...row, reason: 'another' }
    server.sql('update audit set reason = ?, hash = ? where id = 2', forged.reason, auditHash(forged))
    expect((await check()).broken).toEqual({ id: 3, fault: 'chain' })
  })

  test('an act and its row are one: a write that fails leaves neither', async () => {
    await addRows(1)
    const failing = server.deps.write(async (tx) => {
      await tx.staff.change(orla.id, { name: 'Changed' })
      await tx.audit.add({ staff: 1, act: 'member.note', at: 1 })
      throw new Error('no space')
    })
    await expect(failing).rejects.toThrow('no space')
    expect((await check()).rows).toBe(1)
    expect((await server.deps.read.staff.byId(orla.id))?.name).toBe('Orla')
  })

  test('[ACC-12] no row has the facts of a decision, which are the member’s data and end with the account', async () => {
    const { id } = await server.signUp('Victor')
    const photo = Number(addPhoto(server, { id }, { status: 'pending' }))
    const facts = 'You asked Helen Marsh for gift cards.'
    const by = deskOn(server.app, orla.cookie)
    const choice = { reason: 'scam', facts, statement: facts } as const
    for (const act of ['none', 'warn', 'remove_photo', 'ban'] as const)
      expect(
        (await by('case.decide', { params: { member: String(id) }, body: { act, photo, ...choice } })).status,
      ).toBe(200)
    await sanctionMember(server.deps, id, { kind: 'muted', reason: 'scam', note: facts, until: null })
    const rows = JSON.stringify(server.sql('select * from audit'))
    expect(rows).toContain('banned')
    expect(rows).not.toContain('Helen')
  })

  test('a check is a row of the audit, and the list shows the last one', async () => {
    await addRows(3)
    const asOrla = deskOn(server.app, orla.cookie)
    expect((await asOrla('audit.check')).body).toMatchObject({ rows: 3, broken: null })
    const { body } = await asOrla('audit.list', { query: {} })
    expect(body.checked).toEqual({ at: server.clock.now(), rows: 3, intact: true })
    expect(body.rows.map(({ act }) => act)).toEqual(['audit.check', 'member.note', 'member.note', 'member.note'])
    expect(body.rows[0]?.staff).toEqual({ id: orla.id, name: 'Orla' })
    dropTriggers()
    server.sql('delete from audit where id = 2')
    expect((await asOrla('audit.check')).body.broken).toEqual({ id: 2, fault: 'gap' })
  })

  test('the list is filtered by staff, act, subject, openings and time, and comes in pages', async () => {
    await addRows(60)
    server.clock.advance(1_000)
    await server.deps.write((tx) =>
      tx.audit.add({
        staff: null,
        act: 'member.show_mail',
        subject: { kind: 'member', id: 8 },
        at: server.clock.now(),
      }),
    )
    const asOrla = deskOn(server.app, orla.cookie)
    const list = async (query: Record<string, string>) => {
      const { rows, total, more } = (await asOrla('audit.list', { query })).body
      return { ids: [rows[0]?.id, rows.at(-1)?.id], total, more }
    }
    expect(await list({})).toEqual({ ids: [61, 12], total: 61, more: true })
    expect(await list({ before: '12' })).toEqual({ ids: [11, 1], total: 61, more: false })
    expect(await list({ staff: String(orla.id) })).toMatchObject({ ids: [60, 11], total: 60 })
    expect(await list({ openings: '1' })).toEqual({ ids: [61, 61], total: 1, more: false })
    expect(await list({ act: 'member.note' })).toMatchObject({ total: 60 })
    expect(await list({ subject_kind: 'member', subject: '8' })).toMatchObject({ total: 1 })
    expect(await list({ since: String(server.clock.now()) })).toMatchObject({ total: 1 })
  })
})
