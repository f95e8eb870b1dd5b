/** [DESK-14] Settings with their history and undo, at the desk. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SETTING_KEYS } from '#contract/desk/settings.ts'
import { DEFAULT_SETTINGS } from '#contract/entities/default-settings.ts'
import { addTestStaff, deskOn, type DeskCaller } from '../../testing/desk.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const REASON = 'agreed on Friday'

let server: TestServer
let orla: DeskCaller
let marek: DeskCaller
beforeEach(async () => {
  server = await createTestServer()
  orla = deskOn(server.app, (await addTestStaff(server.deps, 'Orla', 'owner')).cookie)
  marek = deskOn(server.app, (await addTestStaff(server.deps, 'Marek', 'owner')).cookie)
})
afterEach(() => server.close())

type StoredSetting = { value: unknown } | null

const change = (from: StoredSetting, to: StoredSetting, { domain = '*', by = orla } = {}) =>
  by('settings.change', { params: { key: 'refund_days' }, body: { domain, from, to, reason: REASON } })

const stored = async () => {
  const { settings } = (await orla('settings.list')).body
  return settings.find(({ key }) => key === 'refund_days')?.values
}

const check = async (domain: string, to: StoredSetting) =>
  (await orla('settings.check', { params: { key: 'refund_days' }, body: { domain, to } })).body

const history = async () => (await orla('settings.history', { params: { key: 'refund_days' } })).body.changes

const undo = (id: number | undefined, by = orla) =>
  by('settings.undo', { params: { id: String(id) }, body: { reason: REASON } })

describe('[DESK-14] settings', () => {
  test('the list has each setting once, with its default, its field, and the values of all and of single domains', async () => {
    await change(null, { value: 30 })
    await change(null, { value: 20 }, { domain: 'Nacht.test' })
    const { settings } = (await orla('settings.list')).body
    expect(settings.map(({ key }) => key).toSorted()).toEqual(SETTING_KEYS.toSorted())
    expect(settings.find(({ key }) => key === 'refund_days')).toEqual({
      key: 'refund_days',
      group: 'money',
      editor: 'number',
      options: [],
      default: 14,
      values: [
        { domain: '*', value: 30 },
        { domain: 'nacht.test', value: 20 },
      ],
    })
    const editors = Object.fromEntries(settings.map(({ key, editor, options }) => [key, [editor, options]]))
    expect(editors).toMatchObject({
      name: ['text', []],
      signups: ['choice', ['all', 'with_trafficsource', 'none']],
      member_resell: ['switch', []],
      countries: ['list', DEFAULT_SETTINGS.countries],
      locales: ['list', expect.arrayContaining(['it', 'de'])],
      packages: ['json', []],
    })
  })

  test('a row that is not in the table of settings is never shown, neither its value nor its history', async () => {
    server.sql(`insert into site_settings (domain, key, value) values ('*', 'mollie_key', '"live_secret"')`)
    expect(JSON.stringify((await orla('settings.list')).body)).not.toContain('live_secret')
    expect((await orla('settings.history', { params: { key: 'mollie_key' as 'name' } })).status).toBe(404)
  })

  test.each([
    ['refund_days', 3, /two weeks/],
    ['min_age', 16, /18 or more/],
    ['message_credits', -1, /message_credits/],
    ['signups', 'some', /signups/],
    ['packages', [{ credits: 10, prices: { EUR: 500 } }], /packages\.0\.prices/],
    ['security_contact', 'nobody', /mailto: or https/],
  ] as const)('%s cannot become %j: the refusal says why, and nothing changes', async (key, value, why) => {
    const body = { domain: '*', from: null, to: { value }, reason: REASON }
    for (const answer of [
      await orla('settings.check', { params: { key }, body: { domain: '*', to: { value } } }),
      await orla('settings.change', { params: { key }, body }),
    ]) {
      expect([answer.status, answer.error?.error]).toEqual([422, 'setting_invalid'])
      expect(answer.error?.note).toMatch(why)
    }
    expect(server.sql('select * from site_settings')).toEqual([])
    expect(server.sql('select * from audit')).toEqual([])
  })

  test.each([
    ['refund_days', 3, [{ path: '', rule: 'least', bound: '14' }]],
    ['min_age', 100, [{ path: '', rule: 'most', bound: '99' }]],
    ['signups', 'some', [{ path: '', rule: 'choice', bound: expect.stringContaining('with_trafficsource') }]],
    ['message_credits', 'three', [{ path: '', rule: 'kind', bound: '' }]],
    ['packages', [{ credits: 0, prices: { '*': 500 } }], [{ path: '0.credits', rule: 'least', bound: '1' }]],
    ['security_contact', 'nobody', [{ path: '', rule: 'form', bound: '' }]],
    ['fictional_responder', 'robots', [{ path: '', rule: 'choice', bound: expect.stringContaining('scripted') }]],
  ] as const)('%s cannot become %j: codes say why, for the language of the desk', async (key, value, faults) => {
    const answer = await orla('settings.check', { params: { key }, body: { domain: '*', to: { value } } })
    expect(answer.error?.faults).toEqual(faults)
  })

  test('[GUARD-7] the responder for fictional profiles is a choice, also of none at all, and the secret stays in the environment', async () => {
    const { settings, fictional_service } = (await orla('settings.list')).body
    expect(settings.find(({ key }) => key === 'fictional_responder')).toMatchObject({
      editor: 'choice',
      options: ['', 'none', 'scripted', 'http', 'staff'],
    })
    expect(settings.find(({ key }) => key === 'premium_claim')).toMatchObject({ editor: 'json' })
    expect(fictional_service).toBeNull()
  })

  test('before a change, the check says which value counts now and then, for one domain too', async () => {
    await change(null, { value: 30 })
    expect(await check('*', { value: 40 })).toEqual({ before: 30, after: 40 })
    expect(await check('*', null)).toEqual({ before: 30, after: 14 })
    expect(await check('nacht.test', { value: 20 })).toEqual({ before: 30, after: 20 })
    expect(await stored()).toEqual([{ domain: '*', value: 30 }])
  })

  test('two owners who change the same value at once: the second one is refused and sees why', async () => {
    expect((await change(null, { value: 30 })).status).toBe(200)
    expect((await change(null, { value: 20 }, { by: marek })).error).toEqual({ error: 'changed_meanwhile' })
    expect(await stored()).toEqual([{ domain: '*', value: 30 }])
    expect((await change({ value: 30 }, { value: 30 })).error).toEqual({ error: 'not_possible' })
    expect(server.sql('select count(*) n from audit')).toEqual([{ n: 1 }])
  })

  test('the history says who changed what, when and why, the newest first, from the audit', async () => {
    const first = server.clock.now()
    await change(null, { value: 30 })
    server.clock.advance(60_000)
    await change({ value: 30 }, null, { by: marek })
    expect(await history()).toMatchObject([
      { staff: 'Marek', at: first + 60_000, domain: '*', before: 30, reason: REASON, undoes: null, is_newest: true },
      { staff: 'Orla', at: first, domain: '*', after: 30, reason: REASON, undoes: null, is_newest: false },
    ])
    expect((await history()).map((row) => ['before' in row, 'after' in row])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  test('an undo is a new change with its own row of the audit, and can be taken back as well', async () => {
    await change(null, { value: 30 })
    await change({ value: 30 }, { value: 20 })
    const [second] = await history()
    expect((await undo(second?.id, marek)).status).toBe(200)
    expect(await stored()).toEqual([{ domain: '*', value: 30 }])
    const [undone] = await history()
    expect(undone).toMatchObject({ staff: 'Marek', before: 20, after: 30, undoes: second?.id, is_newest: true })
    expect(server.sql('select act from audit order by id')).toEqual([
      { act: 'setting.change' },
      { act: 'setting.change' },
      { act: 'setting.undo' },
    ])
    expect((await undo(undone?.id)).status).toBe(200)
    expect(await stored()).toEqual([{ domain: '*', value: 20 }])
  })

  test('the undo of the first change goes back to the default', async () => {
    await change(null, { value: 30 })
    await undo((await history())[0]?.id)
    expect(await stored()).toEqual([])
  })

  test('an undo is refused if somebody has changed the value since, and names them; another domain does not matter', async () => {
    await change(null, { value: 30 })
    const [first] = await history()
    await change(null, { value: 20 }, { domain: 'nacht.test' })
    const at = server.clock.now()
    await change({ value: 30 }, { value: 40 }, { by: marek })
    const refused = await undo(first?.id)
    expect([refused.status, refused.error]).toEqual([409, { error: 'setting_changed_since', by: 'Marek', at }])
    expect(await stored()).toEqual([
      { domain: '*', value: 40 },
      { domain: 'nacht.test', value: 20 },
    ])
    // The same is true if the value is again what this change had set.
    await change({ value: 40 }, { value: 30 }, { by: marek })
    expect((await undo(first?.id)).error?.error).toBe('setting_changed_since')
    const [, , elsewhere] = await history()
    expect(elsewhere).toMatchObject({ domain: 'nacht.test', is_newest: true })
    expect((await undo(elsewhere?.id)).status).toBe(200)
  })

  test('an undo is refused if the value was changed past the desk, or is not allowed any more', async () => {
    await change(null, { value: 30 })
    server.sql(`update site_settings set value = '50'`)
    expect((await undo((await history())[0]?.id)).error?.error).toBe('changed_meanwhile')
    server.sql(`update site_settings set value = '3'`)
    await change({ value: 3 }, { value: 20 })
    expect((await undo((await history())[0]?.id)).error?.error).toBe('setting_invalid')
    expect(await stored()).toEqual([{ domain: '*', value: 20 }])
    expect((await undo(999)).error?.error).toBe('not_found')
  })
})
