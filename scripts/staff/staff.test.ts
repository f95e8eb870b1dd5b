/** Every staff and audit command acts in the name of a staff account. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDemoStaff } from '../../server/areas/desk/demo-staff.ts'
import { totpSecretOf } from '../../server/areas/desk/totp-secrets.ts'
import { totpCode } from '../../server/adapters/totp.ts'
import { deskOn } from '../../server/testing/desk.ts'
import { createTestServer, type TestServer } from '../../server/testing/test-server.ts'
import { NotACommand } from '../cli.ts'
import { commandFrom, runStaff } from './command.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const run = (...words: string[]) => runStaff(server.deps, commandFrom(words))
const firstOwner = () => run('add', 'orla@staff.test', 'owner', 'Orla', 'Brennan')

describe('[DESK-1] npm run staff', () => {
  test('adds the first owner, whose password opens the desk', async () => {
    const said = await firstOwner()
    const password = /shown only now: (\S+)/.exec(said)?.[1] ?? ''
    const { body } = await deskOn(server.app)('login', { body: { mail: 'orla@staff.test', password } })
    expect(body).toMatchObject({ state: 'enrol', staff: { name: 'Orla Brennan', role: 'owner' } })
    expect(await run()).toBe(
      'orla@staff.test  Orla Brennan  owner  no second factor yet  used 2026-06-15T12:00:00.000Z',
    )
  })

  test('the first account must be an owner', async () => {
    await expect(run('add', 'orla@staff.test', 'support', 'Orla')).rejects.toThrow('must be an owner')
  })

  test('[DESK-3] from then on every command names who acts, and the audit keeps it with the reason', async () => {
    await firstOwner()
    await expect(run('add', 'jonas@staff.test', 'moderator', 'Jonas')).rejects.toThrow('In whose name?')
    await run('add', 'jonas@staff.test', 'moderator', 'Jonas', '--as', 'Orla@staff.test', '--because', 'he joins us')
    expect(server.sql('select staff, act, reason from audit order by id')).toEqual([
      { staff: null, act: 'staff.add', reason: 'by command' },
      { staff: 1, act: 'staff.add', reason: 'he joins us' },
    ])
    const unknown = run('end', 'jonas@staff.test', '--as', 'nobody@staff.test')
    await expect(unknown).rejects.toThrow('There is no open staff account nobody@staff.test.')
    await expect(run('end', 'jonas@staff.test', '--as', '')).rejects.toThrow('In whose name?')
  })

  test('[DESK-2] a command needs the role that the same call of the desk needs', async () => {
    await firstOwner()
    await run('add', 'jonas@staff.test', 'moderator', 'Jonas', '--as', 'orla@staff.test')
    await expect(run('reset', 'orla@staff.test', '--as', 'jonas@staff.test')).rejects.toThrow('this needs owner')
  })

  test('roles change, accounts end, and the last owner stays', async () => {
    await firstOwner()
    const as = ['--as', 'orla@staff.test']
    await run('add', 'jonas@staff.test', 'moderator', 'Jonas', ...as)
    expect(await run('role', 'jonas@staff.test', 'support', ...as)).toBe('jonas@staff.test has the role support.')
    expect(await run('reset', 'jonas@staff.test', ...as)).toContain('shown only now')
    expect(await run('end', 'jonas@staff.test', ...as)).toContain('can no longer log in')
    await expect(run('end', 'jonas@staff.test', ...as)).rejects.toThrow('has ended already')
    await expect(run('end', 'orla@staff.test', ...as)).rejects.toThrow('This is the last owner')
    expect(await run()).toContain('ended 2026-')
  })

  test.each([
    [['add', 'orla', 'owner', 'Orla'], /no mail address/],
    [['add', 'orla@staff.test', 'chief', 'Orla'], /none of: moderator/],
    [['add', 'orla@staff.test', 'owner'], /name of the person/],
    [['audit'], /can only be checked/],
    [['audit', 'check', '5', 'abc'], /HASH has 64/],
    [['sing'], /There is no “sing”/],
  ])('%j is refused by name', (words, what) => {
    expect(() => commandFrom(words)).toThrow(what)
    expect(() => commandFrom(words)).toThrow(NotACommand)
  })
})

describe('[DESK-3] npm run staff -- audit check', () => {
  const as = ['--as', 'orla@staff.test']

  test('prints the newest row and its hash, and finds a changed and a cut off audit', async () => {
    await firstOwner()
    const [, rows = '', hash = ''] = /(\d+) ([0-9a-f]{64})$/.exec(await run('audit', 'check', ...as)) ?? []
    expect(rows).toBe('1')
    expect(await run('audit', 'check', rows, hash, ...as)).toContain('The audit is intact: 2 rows.')
    server.sql('drop trigger audit_never_changes')
    server.sql(`update audit set reason = 'another' where id = 2`)
    await expect(run('audit', 'check', ...as)).rejects.toThrow('row 2 was changed')
    server.sql('drop trigger audit_never_shrinks')
    server.sql('delete from audit where id = 3')
    server.sql('delete from audit where id = 2')
    await expect(run('audit', 'check', ...as)).rejects.toThrow('row 2 is missing')
  })

  test('finds an audit that was written anew, by a hash from before', async () => {
    await firstOwner()
    const [, rows = '', hash = ''] = /(\d+) ([0-9a-f]{64})$/.exec(await run('audit', 'check', ...as)) ?? []
    server.sql('drop trigger audit_never_shrinks')
    server.sql('delete from audit')
    server.sql(`delete from sqlite_sequence where name = 'audit'`)
    await run('role', 'orla@staff.test', 'owner', ...as)
    await run('add', 'jonas@staff.test', 'moderator', 'Jonas', ...as)
    expect(await run('audit', 'check', ...as)).toContain('The audit is intact')
    await expect(run('audit', 'check', rows, hash, ...as)).rejects.toThrow('the audit was written anew')
  })
})

describe('[DESK-1] the staff of a demo', () => {
  test('logs in with the demo password, and the code is shown on the login screen', async () => {
    await addDemoStaff(server.deps, 'the demo password')
    await addDemoStaff(server.deps, 'the demo password')
    expect((await run()).split('\n')).toHaveLength(4)
    const login = { body: { mail: 'desk@demo.test', password: 'the demo password' } }
    const answered = await deskOn(server.app)('login', login)
    const account = await server.deps.read.staff.byMail('desk@demo.test')
    const secret = account ? totpSecretOf(server.deps, account) : null
    const code = totpCode(secret ?? '', server.clock.now())
    expect(answered.body).toMatchObject({ state: 'second_factor', demo_code: code })
    const cookie = answered.headers.getSetCookie()[0]?.split(';')[0]
    const entered = await deskOn(server.app, cookie)('second_factor.totp', { body: { code } })
    expect(entered.body.state).toBe('in')
  })

  test('no code is shown for another account, nor in production', async () => {
    await addDemoStaff(server.deps, 'the demo password')
    server.sql(`update staff set mail = 'orla@staff.test' where mail = 'desk@demo.test'`)
    const factorsOf = async (mail: string) =>
      (await deskOn(server.app)('login', { body: { mail, password: 'the demo password' } })).body
    expect(await factorsOf('orla@staff.test')).not.toHaveProperty('demo_code')
    expect(await factorsOf('jonas@demo.test')).toHaveProperty('demo_code')
    server.deps.env.MODE = 'production'
    expect(await factorsOf('jonas@demo.test')).not.toHaveProperty('demo_code')
  })
})
