import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/entities/site-settings.ts'
import { addTestStaff } from '../../server/testing/desk.ts'
import { createTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { NotACommand } from '../cli.ts'
import { commandFrom, runSettings } from './command.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const run = async (...words: string[]): Promise<string> => runSettings(server.deps, commandFrom(words))

test('[SITE-1] a setting is changed, for all domains or for one, and goes back', async () => {
  expect(await run('set', 'name', 'Night', 'out')).toBe('name = "Night out"  (all domains)')
  await run('set', 'name', 'Giorno', '--domain', 'Example.org')
  expect(await run('get', 'name')).toBe('"Night out"')
  expect(await run('get', 'name', '--domain', 'example.org')).toBe('"Giorno"')
  expect(await run('unset', 'name', '--domain', 'example.org')).toBe('name = "Night out"  (all domains)')
  expect(await run('unset', 'name')).toBe('name = "Visavis"  (default)')
})

test('[SITE-1] every setting is listed, with where it comes from', async () => {
  await run('set', 'refund_days', '30')
  const lines = (await run()).split('\n')
  expect(lines.map((line) => line.split(' = ')[0])).toEqual(Object.keys(DEFAULT_SITE_SETTINGS))
  expect(lines).toContain('refund_days = 30  (all domains)')
  expect(lines).toContain('min_age = 18  (default)')
})

const refundDays = (value?: number) => ({ domain: '*', key: 'refund_days', ...(value !== undefined && { value }) })

test('[DESK-3] a change is a row of the audit with the value before and after, in the name of an owner', async () => {
  await run('set', 'refund_days', '30')
  const { id, mail } = await addTestStaff(server.deps, 'Marek', 'owner')
  await addTestStaff(server.deps, 'Sinead', 'support')
  await expect(run('set', 'refund_days', '20')).rejects.toThrow('In whose name?')
  await expect(run('set', 'refund_days', '20', '--as', 'sinead@staff.test')).rejects.toThrow('this needs owner')
  await run('set', 'refund_days', '20', '--as', mail, '--because', 'agreed on Friday')
  await run('unset', 'refund_days', '--as', mail)
  const rows = server.sql(`select staff, act, "before", "after", reason from audit order by id`)
  expect(rows.map(({ before, after, ...row }) => [row, JSON.parse(String(before)), JSON.parse(String(after))])).toEqual(
    [
      [{ staff: null, act: 'setting.change', reason: 'by command' }, refundDays(), refundDays(30)],
      [{ staff: id, act: 'setting.change', reason: 'agreed on Friday' }, refundDays(30), refundDays(20)],
      [{ staff: id, act: 'setting.change', reason: 'by command' }, refundDays(20), refundDays()],
    ],
  )
})

test('a value may be JSON, or a text as it is', async () => {
  await run('set', 'support_phone', '0800')
  expect(await run('get', 'support_phone')).toBe('"0800"')
  await run('set', 'packages', '[{"credits": 10, "prices": {"*": 500, "PLN": 2000}}]')
  expect(JSON.parse(await run('get', 'packages'))).toEqual([{ credits: 10, prices: { '*': 500, PLN: 2_000 } }])
})

test.each([
  [['set', 'min_age', 'old'], /min_age/],
  [['set', 'signups', 'some'], /signups/],
  [['set', 'packages', '[]'], /packages/],
  [['set', 'packages', '[{"credits": 10, "prices": {"EUR": 500}}]'], /packages\.0\.prices/],
  [['set', 'vat_percentages', '{"IT": 122}'], /vat_percentages\.IT/],
  [['set', 'message_length', '2001'], /message_length: must be 2000 or less/],
  [['set', 'countries', '[]'], /countries: must name at least one/],
  [['set', 'countries', '["SE"]'], /countries\.0: .*"SE"/],
  [['set', 'entry_warning_countries', '["nl"]'], /entry_warning_countries\.0: invalid, expected .+/],
  [['set', 'refund_days', 'many'], /refund_days: invalid, expected number/],
  [['set', 'refund_days', '14.5'], /refund_days: invalid, expected safe integer/],
  [['set', 'search_fields', '["age", "eyes"]'], /search_fields\.1: .*"eyes"/],
  [['set', 'visible_profile_fields', '["date_of_birth"]'], /visible_profile_fields\.0: .*"date_of_birth"/],
  [['set', 'support_email', 'nobody'], /support_email: must be an address/],
  [['set', 'nothing', '1'], /no setting “nothing”/],
  [['set', 'push_public_key', 'x'], /not to be set/],
  [['set', 'name'], /to what/],
  [['change', 'name', 'x'], /no “change”/],
  [['set', 'name', 'x', '--domain', 'a b'], /not a domain/],
])('%j is refused by name', async (words, what) => {
  await expect(async () => run(...words)).rejects.toThrow(what)
  await expect(async () => run(...words)).rejects.toThrow(NotACommand)
  expect(server.sql('select * from site_settings')).toEqual([])
})

test('[DESK-14] a command lists the changes of a setting and takes the newest one back', async () => {
  await run('set', 'refund_days', '30')
  const { mail } = await addTestStaff(server.deps, 'Marek', 'owner')
  await run('set', 'refund_days', '20', '--as', mail, '--because', 'agreed on Friday')
  const [newest, first] = (await run('history', 'refund_days')).split('\n')
  expect(newest).toMatch(/^2 .* Marek {2}\* {2}30 → 20 {2}agreed on Friday$/)
  expect(first).toMatch(/^1 .* nobody yet {2}\* {2}not set → 30 {2}by command$/)
  await expect(run('undo', '1', '--as', mail)).rejects.toThrow('Marek has changed it since')
  expect(await run('undo', '2', '--as', mail)).toBe('Change 2 is taken back.')
  expect(await run('get', 'refund_days')).toBe('30')
  expect(await run('history', 'name')).toBe('name was never changed.')
  await run('set', 'refund_days', '25', '--domain', 'example.org', '--as', mail)
  expect(await run('history', 'refund_days', '--domain', 'example.org')).toMatch(/^4 .* example\.org {2}.*$/)
  expect(await run('history', 'name', '--domain', 'example.org')).toBe('name was never changed for example.org alone.')
  await expect(run('undo', '4', '--as', mail, '--domain', 'example.org')).rejects.toThrow('without --domain')
  await expect(run('undo', '99', '--as', mail)).rejects.toThrow('no change of this number')
  await expect(run('undo', 'x')).rejects.toThrow('not the number of a change')
})
