/** [DESK-2] The rights of each role, in each call of the desk. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deskCallOf, deskCalls, deskPathOf, type DeskCallName } from '#contract/desk/calls.ts'
import { STAFF_ROLES } from '#contract/desk/roles.ts'
import { MINUTE_MS } from '#contract/limits.ts'
import { addTestStaff, deskOn } from '../testing/desk.ts'
import { lateBody } from '../testing/raw-request.ts'
import { createTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

const NAMES = Object.keys(deskCalls) as DeskCallName[]

/** A request without input: the rights are checked before the input is read. */
const bare = async (
  name: DeskCallName,
  headers: Record<string, string>,
): Promise<{ status: number; error: unknown }> => {
  const call = deskCallOf(name)
  const params = Object.fromEntries([...call.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, '0']))
  const response = await server.app.request(`http://localhost${deskPathOf(call, params)}`, {
    method: call.method,
    headers: { origin: 'http://localhost', ...headers },
  })
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body = isJson ? ((await response.json()) as { error?: unknown }) : {}
  return { status: response.status, error: body.error }
}

/** The refusal by the caller's rights, or null for any other outcome. */
const rightsError = ({ error }: { error: unknown }): unknown =>
  ['staff_login_required', 'second_factor_required', 'role_required'].find((code) => code === error) ?? null

describe('[DESK-2] one table says which role may make which call', () => {
  test.each(STAFF_ROLES)('the role %s may make the calls that the table lists, and no other', async (role) => {
    for (const name of NAMES) {
      const { cookie } = await addTestStaff(server.deps, `${role} ${name}`, role)
      const { roles } = deskCallOf(name)
      const isAllowed = typeof roles === 'string' || roles.includes(role)
      expect([name, rightsError(await bare(name, { cookie }))]).toEqual([name, isAllowed ? null : 'role_required'])
    }
  })

  test('without a session, only the calls for anyone are answered', async () => {
    for (const name of NAMES) {
      const expected = deskCallOf(name).roles === 'anyone' ? null : 'staff_login_required'
      expect([name, rightsError(await bare(name, {}))]).toEqual([name, expected])
    }
  })

  test('a password without a second factor opens only the calls of the login', async () => {
    for (const name of NAMES) {
      const { roles } = deskCallOf(name)
      const { cookie, sessionHash } = await addTestStaff(server.deps, name, 'owner')
      server.sql('update staff_sessions set entered_at = null where token_hash = ?', sessionHash)
      const { error } = await bare(name, { cookie })
      const isStep = roles === 'anyone' || roles === 'entering'
      // A step of the login may refuse for a reason of its own.
      expect([name, isStep || error === 'second_factor_required']).toEqual([name, true])
    }
  })

  test('a first password that was not replaced opens only the calls of the login', async () => {
    const { cookie, id } = await addTestStaff(server.deps, 'Orla', 'owner')
    server.sql('update staff set must_change_password = 1 where id = ?', id)
    expect((await bare('staff.list', { cookie })).error).toBe('second_factor_required')
  })

  test('a refusal by role names the roles that have the right', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'support')
    expect((await deskOn(server.app, cookie)('audit.check')).error).toEqual({
      error: 'role_required',
      roles: ['owner'],
    })
  })

  test('a member’s session opens nothing of the desk', async () => {
    const anna = await server.signUp('Anna')
    const token = anna.cookie.split('=')[1] ?? ''
    expect((await bare('staff.list', { cookie: anna.cookie })).error).toBe('staff_login_required')
    expect((await bare('staff.list', { cookie: `desk=${token}` })).error).toBe('staff_login_required')
  })

  test('a session of staff opens nothing of a member', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const response = await server.app.request('http://localhost/api/profile', {
      headers: { cookie: cookie.replace('desk=', 'session=') },
    })
    expect(response.status).toBe(403)
  })
})

describe('[DESK-1] requests', () => {
  test('a write without an origin, or from another one, is refused', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const from = async (headers: Record<string, string>) => {
      const response = await server.app.request('http://localhost/api/desk/audit/check', {
        method: 'POST',
        headers: { cookie, ...headers },
      })
      return response.status
    }
    expect(await from({})).toBe(403)
    expect(await from({ origin: 'https://elsewhere.test' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({ origin: 'http://localhost' })).toBe(200)
  })

  test('[SHELL-4] an address with an impossible number is not there', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const orla = deskOn(server.app, cookie)
    for (const id of ['abc', '0', '-1', '9'.repeat(30)])
      expect((await orla('members.get', { params: { id } })).error).toEqual({ error: 'not_found' })
  })

  test('a call whose body arrives after the colleague has left is refused', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const { body, isAwaited, arrive } = lateBody(
      JSON.stringify({ mail: 'eve@staff.test', name: 'Eve', role: 'owner', reason: 'A way back in.' }),
    )
    const headers = { origin: 'http://localhost', cookie }
    // Node requires the duplex of a request whose body is a stream.
    const request = { method: 'POST', headers, body, duplex: 'half' }
    const late = server.app.request('http://localhost/api/desk/staff', request)
    await isAwaited
    server.sql('update staff_sessions set ended_at = 1')
    arrive()
    expect(await (await late).json()).toEqual({ error: 'staff_login_required' })
    expect(server.sql('select name from staff')).toEqual([{ name: 'Orla' }])
  })

  test('with DESK_URL the calls answer only on that origin, and expect it as the origin of a write', async () => {
    await server.close()
    server = await createTestServer({ env: { DESK_URL: 'https://desk.example.test' } })
    const at = async (host: string) => (await server.app.request(`https://${host}/api/desk/me`)).status
    expect([await at('desk.example.test'), await at('localhost'), await at('www.example.test')]).toEqual([
      200, 404, 404,
    ])
    const from = async (origin: string) =>
      (await server.app.request('https://desk.example.test/api/desk/logout', { method: 'POST', headers: { origin } }))
        .status
    expect([await from('https://desk.example.test'), await from('https://www.example.test')]).toEqual([200, 403])
  })

  test('[DESK-4] a read is answered 304 as long as nothing has changed, and a write never', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const first = await deskOn(server.app, cookie)('staff.list')
    const known = { 'if-none-match': first.headers.get('etag') ?? '' }
    const again = deskOn(server.app, cookie, known)
    const unchanged = await again('staff.list')
    expect([unchanged.status, unchanged.body, unchanged.headers.get('cache-control')]).toEqual([304, null, 'no-store'])
    await addTestStaff(server.deps, 'Marek', 'finance')
    expect((await again('staff.list')).body.staff).toHaveLength(2)
    expect((await again('audit.check')).headers.get('etag')).toBeNull()
  })

  test('a session ends after 15 minutes without use, and calls that the page makes by itself are no use', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const orla = deskOn(server.app, cookie)
    for (let minute = 0; minute < 30; minute += 10) {
      server.clock.advance(10 * MINUTE_MS)
      expect((await orla('staff.list')).status).toBe(200)
    }
    server.clock.advance(10 * MINUTE_MS)
    expect((await orla('me.get')).body.state).toBe('in')
    server.clock.advance(5 * MINUTE_MS)
    expect((await orla('staff.list')).error).toEqual({ error: 'staff_login_required' })
    expect((await orla('me.get')).body).toEqual({ state: 'out' })
  })

  test('a session ends after 8 hours, however much it is used', async () => {
    const { cookie } = await addTestStaff(server.deps, 'Orla', 'owner')
    const orla = deskOn(server.app, cookie)
    for (let minute = 10; minute < 480; minute += 10) {
      server.clock.advance(10 * MINUTE_MS)
      expect((await orla('staff.list')).status).toBe(200)
    }
    server.clock.advance(10 * MINUTE_MS)
    expect((await orla('staff.list')).status).toBe(401)
  })
})
