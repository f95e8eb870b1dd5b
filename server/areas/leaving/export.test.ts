/** [ACC-17] Compares a member's export with the database: every table, every column. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { EXPORT_MINUTES, MINUTE_MS } from '#contract/limits.ts'
import { publicUrl } from '../../env.ts'
import { RATES } from '../../rates.ts'
import { EXPORTED, type ExportFile, type Row, type ShownRows } from '../../testing/export-columns.ts'
import { exportFileOf } from '../../testing/export-file.ts'
import { addMany, TEST_PASSWORD, type TestMember } from '../../testing/members.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { LIFE_ID, liveLife, type WholeLife } from '../../testing/whole-life.ts'

let server: TestServer
let life: WholeLife
let doc: ExportFile
beforeAll(async () => {
  server = await createTestServer()
  life = await liveLife(server)
  doc = JSON.parse(await (await exported()).text()) as ExportFile
})
afterAll(() => server.close())

const exported = () => exportFileOf(server, life.member)

const tables = () =>
  server
    .sql(`select name from sqlite_master where type = 'table'`)
    .map(({ name }) => String(name))
    .filter((name) => !name.startsWith('sqlite_') && name !== '__drizzle_migrations')
const columnsOf = (table: string) =>
  server.sql(`select name from pragma_table_info('${table}')`).map(({ name }) => String(name))

/** The exported columns, as in the file and as in the database. */
const shownOf = (entry: Row, row: Row, columns: ShownRows['columns']): Row =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, shown]) =>
      typeof shown === 'function' ? [[column, shown(entry, row)]] : [],
    ),
  )
const storedOf = (row: Row, columns: ShownRows['columns']): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => typeof columns[column] === 'function'))

describe('[ACC-17] the export', () => {
  test('has an entry for every table and every column', () => {
    expect(Object.keys(EXPORTED).toSorted()).toEqual(tables().toSorted())
    for (const [table, shown] of Object.entries(EXPORTED))
      for (const { columns } of Array.isArray(shown) ? shown : [])
        expect([table, Object.keys(columns).toSorted()]).toEqual([table, columnsOf(table).toSorted()])
  })

  test.each(Object.entries(EXPORTED).filter(([, shown]) => Array.isArray(shown)))(
    'contains the data of %s',
    (table, shown) => {
      for (const { where, entries, columns } of shown as ShownRows[]) {
        const rows = server.sql(`select * from ${table} where ${where}`)
        expect(rows.length).toBeGreaterThan(0)
        expect(entries(doc)).toHaveLength(rows.length)
        for (const [index, row] of rows.entries())
          expect(shownOf(entries(doc)[index] ?? {}, row, columns)).toEqual(storedOf(row, columns))
      }
    },
  )

  test('contains the pictures themselves, and the settings', async () => {
    const pictures = (doc['photos'] as Row[]).map(({ base64 }) => Buffer.from(String(base64), 'base64'))
    const stored = await Promise.all(
      [life.hashes.own, life.hashes.shared].map((hash) => server.photos.read(hash, 'full')),
    )
    expect(pictures.map((bytes) => bytes.toString())).toEqual(
      stored.map((bytes) => Buffer.from(bytes ?? []).toString()),
    )
    expect(doc['settings']).toEqual({
      ...DEFAULT_MEMBER_SETTINGS,
      push_details: true,
      dismissed_alerts: { push: 5 },
      consents: { sensitive: server.clock.now() },
    })
  })

  test('names the page with purposes, recipients, times and rights, and no finding that waits for a person', async () => {
    expect(doc['information']).toBe(`${publicUrl(server.deps.env)}/pages/privacy`)
    server.sql(
      `insert into flags (member, kind, severity, facts, created_at) values (?, 'velocity', 'rest', '{}', 0)`,
      LIFE_ID,
    )
    const { automatic_checks: found } = JSON.parse(await (await exported()).text()) as ExportFile
    expect(found).toEqual(doc['automatic_checks'])
  })

  test('contains the photos of conversations, sent and received', async () => {
    const sent = (doc['messages'] as Row[]).flatMap(({ photo }) => (photo ? [(photo as Row)['base64']] : []))
    const stored = await Promise.all(
      [life.hashes.sent, life.hashes.received].map((hash) => server.photos.read(hash, 'full')),
    )
    expect(sent.map((base64) => Buffer.from(String(base64), 'base64').toString())).toEqual(
      stored.map((bytes) => Buffer.from(bytes ?? []).toString()),
    )
  })

  test('contains no secret: no token, hash or key', async () => {
    const text = JSON.stringify(doc)
    const secrets = [
      ...server.sql('select token_hash as secret from sessions'),
      ...server.sql('select hash as secret from tokens'),
      ...server.sql('select password_hash as secret from users'),
      ...server.sql('select auth as secret from push_subscriptions'),
      ...server.sql('select endpoint as secret from push_subscriptions'),
      ...server.sql('select code_hash as secret from direct_debits'),
      ...server.sql('select customer as secret from stored_methods'),
      ...server.sql('select mandate as secret from stored_methods'),
    ].map(({ secret }) => String(secret))
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  test('contains no like that is hidden from the member', async () => {
    server.sql('insert into blocks (blocker, blocked, at) values (?, ?, 0)', life.partner.id, LIFE_ID)
    const { likes } = JSON.parse(await (await exported()).text()) as { likes: Record<string, Row[]> }
    expect(likes['received']).toEqual([])
  })

  test('[PROF-10] names only profiles that the member may see now, and contains not even the id of others', async () => {
    const viewer = await server.signUp('Viewer')
    const hidden = await server.signUp('Hidden Harriet')
    const seen = await server.signUp('Seen Sam')
    for (const { id } of [hidden, seen]) {
      await server.as(viewer)('likes.put', { params: { profile: String(id) } })
      await server.as(viewer)('swipe.put', { params: { profile: String(id) }, body: { choice: 'pass' } })
      await server.as(viewer)('blocks.put', { params: { profile: String(id) } })
    }
    server.sql('update profiles set invisible = 1 where id = ?', hidden.id)
    const file = await exportFileOf(server, viewer)
    const text = await file.text()
    expect(text).not.toContain('Harriet')
    expect(text).not.toContain(`"profile":${hidden.id},`)
    const named = { profile: seen.id, name: 'Seen Sam', fictional: false }
    const held = JSON.parse(text) as { likes: { sent: Row[] }; swipes: Row[]; blocks: Row[] }
    for (const list of [held.likes.sent, held.swipes, held.blocks])
      expect(new Set(list.map((entry) => entry['with']))).toEqual(new Set([null, named]))
  })

  test('is a file to save that is not cached', async () => {
    const { status, headers } = await exported()
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe('attachment; filename="visavis-2026-06-15.json"')
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('streams the data of a long history as it is read, and lets requests run in between', async () => {
    server.sql(
      `insert into messages (conversation, sender, client_id, type, text, sent_at)
        select 1, ${LIFE_ID}, 'm' || value, 'text', ? || value, 0 from json_each(?)`,
      '"line"\n',
      JSON.stringify(Array.from({ length: 2_000 }, (_, count) => count)),
    )
    const chunks: number[] = []
    const readAt = new Set<number>()
    let text = ''
    let turns = 0
    let isReading = true
    const turn = (): void => {
      turns += 1
      if (isReading) setImmediate(turn)
    }
    setImmediate(turn)
    const decoder = new TextDecoder()
    for await (const chunk of (await exported()).body ?? []) {
      chunks.push(chunk.byteLength)
      readAt.add(turns)
      text += decoder.decode(chunk, { stream: true })
    }
    isReading = false
    expect(Math.max(...chunks)).toBeLessThan(20_000)
    expect(chunks.length).toBeGreaterThan(20)
    // Each piece comes in a turn of its own.
    expect(readAt.size).toBe(chunks.length)
    const { messages } = JSON.parse(text) as { messages: Row[] }
    expect(messages).toHaveLength(2_009)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2_009)
  })
})

const exportOf = async (other: TestServer, member: TestMember) =>
  JSON.parse(await (await exportFileOf(other, member)).text()) as Record<string, Row[]>

/** More than two pages of each list. */
const MANY = 450

describe('[ACC-17] the export of a member', () => {
  test('[ACC-17] contains a complaint filed while logged out, once the address is confirmed', async () => {
    const other = await createTestServer()
    const anna = await other.signUp('Anna', { status: 'not_confirmed' })
    const complaint = { name: 'Anna', email: 'ANNA@example.test', text: 'I was charged twice for one order.' }
    await other.visitor('complaints.send', { body: complaint })
    await other.visitor('complaints.send', { body: { ...complaint, email: 'bert@example.test' } })
    expect((await exportOf(other, anna))['letters']).toEqual([])
    other.sql(`update users set status = 'active'`)
    expect((await exportOf(other, anna))['letters']).toMatchObject([{ kind: 'complaint', text: complaint.text }])
    await other.close()
  })

  test('[ACC-17] leaves out a chat that the member deleted, and contains later messages', async () => {
    const other = await createTestServer()
    const [anna, bert] = [await other.signUp('Anna'), await other.signUp('Bert')]
    const write = (from: TestMember, to: TestMember, text: string) => other.sendText(from, to, text)
    await write(anna, bert, 'deleted')
    await write(bert, anna, 'deleted as well')
    await other.as(anna)('chats.delete', { body: { conversation: `${anna.id}-${bert.id}` } })
    expect(await exportOf(other, anna)).toMatchObject({ conversations: [], messages: [] })
    // The partner still has it.
    expect((await exportOf(other, bert))['messages']).toHaveLength(2)
    await write(bert, anna, 'written since')
    const { conversations, messages } = await exportOf(other, anna)
    expect(conversations).toHaveLength(1)
    expect(messages).toMatchObject([{ text: 'written since' }])
    await other.close()
  })

  test('contains no message and no letter of others', async () => {
    const other = await createTestServer()
    const [anna, bert, carla] = [await other.signUp('Anna'), await other.signUp('Bert'), await other.signUp('Carla')]
    const write = (to: TestMember, text: string) => other.sendText(bert, to, text)
    await write(carla, 'for Carla alone')
    await write(anna, 'for Anna')
    // A member's letter is that member's, whatever address was typed.
    await other.as(bert)('complaints.send', {
      body: { name: 'Bert', email: anna.email, text: 'I was charged twice for one order.' },
    })
    const file = await exportOf(other, anna)
    expect(file['messages']).toMatchObject([{ text: 'for Anna' }])
    expect(file['letters']).toEqual([])
    expect((await exportOf(other, bert))['letters']).toHaveLength(1)
    await other.close()
  })

  test('contains each of many conversations, swipes and ledger entries once', async () => {
    const other = await createTestServer()
    const anna = await other.signUp('Anna')
    addMany(other.sql, MANY, 'it', 'IT')
    const ids = Array.from({ length: MANY }, (_, index) => 1_001 + index)
    const named = JSON.stringify(ids)
    // PostgreSQL's list has texts.
    const id = 'cast(value as bigint)'
    other.sql(
      `insert into conversations (id, low, high, started_by, last_message, created_at)
        select ${id}, ${anna.id}, ${id}, ${id}, 1, 0 from json_each(?)`,
      named,
    )
    other.sql(
      `insert into participants (member, conversation, partner) select ${anna.id}, ${id}, ${id} from json_each(?)`,
      named,
    )
    other.sql(
      `insert into swipes (member, profile, choice, at) select ${anna.id}, ${id}, 'pass', ${id} from json_each(?)`,
      named,
    )
    other.sql(
      `insert into ledger (user_id, amount, reason, reference, balance, at)
        select ${anna.id}, 0, 'goodwill', value, 5, ${id} from json_each(?)`,
      named,
    )
    const { conversations, swipes, ledger } = await exportOf(other, anna)
    expect(conversations?.map(({ conversation }) => conversation)).toEqual(ids.map((id) => `${anna.id}-${id}`))
    expect(swipes?.map(({ at }) => at)).toEqual(ids)
    expect(ledger?.map(({ at }) => at).slice(1)).toEqual(ids)
    await other.close()
  })
})

describe('[ACC-17] before the export', () => {
  test('the owner proves to be here: the token of the answer opens the file for five minutes, for this member alone', async () => {
    const other = await createTestServer()
    const [anna, bert] = [await other.signUp('Anna'), await other.signUp('Bert')]
    const wrong = await other.as(anna)('export.ask', { body: { password: 'a wrong password' } })
    expect(wrong.error).toEqual({ error: 'invalid_input', fields: { password: 'password_wrong' } })
    expect((await other.as(anna)('export.ask', { body: {} })).error?.error).toBe('invalid_input')
    const { token } = (await other.as(anna)('export.ask', { body: { password: TEST_PASSWORD } })).body
    const statusFor = async (member: TestMember, text = token) =>
      (await other.as(member)('export.get', { query: { token: text } })).status
    expect([await statusFor(anna), await statusFor(anna)]).toEqual([200, 200])
    expect([await statusFor(bert), await statusFor(anna, 'guessed')]).toEqual([410, 410])
    other.clock.advance(EXPORT_MINUTES * MINUTE_MS)
    expect(await statusFor(anna)).toBe(410)
    await other.close()
  })
})

test('[SAFE-6] the export is limited to five times an hour', async () => {
  const limited = await createTestServer({ rates: RATES })
  const anna = await limited.signUp('Anna')
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push((await exportFileOf(limited, anna)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  await limited.close()
})
