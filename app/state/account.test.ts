// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ErrorBody } from '#contract/errors.ts'
import { onLine } from '../ports/page.ts'
import { aUser } from '../testing/factories.ts'
import { enterAs, setUpScreens } from '../testing/screen-page.tsx'
import { changePassword, choosePassword, deleteAccount } from './account.ts'
import { passwordUnsure, user } from './session.ts'

setUpScreens()

const ANNA = aUser()
const WELCOME = { user: ANNA, counts: { unread_messages: 0, new_likes: 0 } }
const NEW = { old_password: 'the old password', password: 'a new password', password_repeat: 'a new password' }
const change = () => changePassword('anna@example.test', NEW)

type Reply = [status: number, body: object] | 'lost' | 'by the proxy'

/** Answers the requests in this order; a request beyond them has no answer. @returns the paths and bodies of all requests */
const answerInTurn = (...replies: Reply[]): [string, unknown][] => {
  const asked: [string, unknown][] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string } = {}) => {
    asked.push([url, body === undefined ? null : JSON.parse(body)])
    const reply = replies.shift() ?? 'lost'
    if (reply === 'by the proxy') return new Response('<html>', { status: 503 })
    if (reply === 'lost') throw new TypeError('no network')
    return Response.json(reply[1], { status: reply[0] })
  })
  return asked
}

const WRONG: Reply = [400, { error: 'invalid_input', fields: { old_password: 'password_wrong' } }]
const ENDED: Reply = [403, { error: 'authentication_required' }]

beforeEach(() => {
  enterAs(ANNA)
  passwordUnsure.value = false
})

describe('[ACC-10] a password change whose answer is lost', () => {
  test('is sent once more, and the refused session shows by a login that the password has changed', async () => {
    const asked = answerInTurn('lost', ENDED, [200, WELCOME])
    expect(await change()).toBeNull()
    expect(asked).toEqual([
      ['/api/password', NEW],
      ['/api/password', NEW],
      ['/api/user', { email: 'anna@example.test', password: NEW.password }],
    ])
    expect([user.value?.id, passwordUnsure.value]).toEqual([ANNA.id, false])
  })

  test.each<Reply>(['by the proxy', [503, { error: 'shutting_down' }]])(
    'may also have been done by a server that died before it answered: %j',
    async (reply) => {
      answerInTurn(reply, ENDED, [200, WELCOME])
      expect([await change(), passwordUnsure.value]).toEqual([null, false])
      answerInTurn(reply, reply)
      expect([await change(), passwordUnsure.value]).toEqual([{ error: 'shutting_down' }, true])
    },
  )

  test('is done by the repeat if the first request never arrived', async () => {
    answerInTurn('lost', [200, WELCOME])
    expect([await change(), passwordUnsure.value]).toEqual([null, false])
  })

  test('is unsure while no answer comes, and not without a network', async () => {
    answerInTurn()
    expect([await change(), passwordUnsure.value]).toEqual([{ error: 'network_unavailable' }, true])
    passwordUnsure.value = false
    onLine.value = false
    const asked = answerInTurn()
    expect([await change(), passwordUnsure.value, asked.length]).toEqual([{ error: 'network_unavailable' }, false, 1])
  })

  test('is proven by the login also where only the body was lost, so that the session has its new token', async () => {
    answerInTurn('lost', WRONG, [200, WELCOME])
    expect([await change(), passwordUnsure.value]).toEqual([null, false])
  })

  test('was refused for the wrong old password if the new one opens nothing', async () => {
    answerInTurn('lost', WRONG, [401, { error: 'login_failed' }])
    expect([(await change())?.fields, passwordUnsure.value]).toEqual([{ old_password: 'password_wrong' }, false])
    const asked = answerInTurn(WRONG)
    expect([(await change())?.fields, asked.length]).toEqual([{ old_password: 'password_wrong' }, 1])
  })

  test('was refused if the repeat says so', async () => {
    const refusal = { error: 'invalid_input', fields: { password: 'password_common' } }
    answerInTurn('lost', [400, refusal])
    expect([await change(), passwordUnsure.value]).toEqual([refusal, false])
  })
})

test('[ACC-9] a reset whose answer is lost leaves a used link, so the new password may be in force', async () => {
  answerInTurn('lost', [410, { error: 'link_invalid' }])
  expect(await choosePassword({ token: 'a', password: NEW.password, password_repeat: NEW.password })).toEqual({
    error: 'link_invalid',
  })
  expect(passwordUnsure.value).toBe(true)
})

describe('[ACC-12] a deletion whose answer is lost', () => {
  const LEAVING: Reply = [403, { error: 'email_being_deleted' }]
  const GONE: Reply = [403, { error: 'authentication_required', revoked: true, deleting: true }]
  const PROOF = { password: 'the password' }
  const BY_PASSKEY: Parameters<typeof deleteAccount>[0] = {
    passkey: { id: 'a1', type: 'public-key', response: { clientDataJSON: 'e30' } },
  }

  test('is sent once more, and a login that is refused as such shows that the account is being deleted', async () => {
    const leave = vi.fn()
    const asked = answerInTurn('lost', ENDED, LEAVING)
    expect(await deleteAccount(PROOF, leave)).toBeNull()
    expect(asked).toEqual([
      ['/api/user', PROOF],
      ['/api/user', PROOF],
      ['/api/user', { email: ANNA.email, password: PROOF.password }],
    ])
    expect([leave.mock.calls.length, user.value]).toEqual([1, null])
  })

  test('is shown by the refusal of the repeat to a member with a passkey alone', async () => {
    const leave = vi.fn()
    const asked = answerInTurn('lost', GONE)
    expect(await deleteAccount(BY_PASSKEY, leave)).toBeNull()
    expect(asked.map(([url]) => url)).toEqual(['/api/user', '/api/user'])
    expect([leave.mock.calls.length, user.value]).toEqual([1, null])
  })

  test('is shown so too if both answers are lost', async () => {
    const leave = vi.fn()
    answerInTurn('lost', 'by the proxy', LEAVING)
    expect([await deleteAccount(PROOF, leave), leave.mock.calls.length]).toEqual([null, 1])
    enterAs(ANNA)
    answerInTurn('lost', 'by the proxy', GONE)
    expect([await deleteAccount(BY_PASSKEY, leave), leave.mock.calls.length]).toEqual([null, 2])
  })

  test.each<[string, Reply[], ErrorBody]>([
    ['stays unknown while no server answers', ['by the proxy', 'by the proxy'], { error: 'shutting_down' }],
    ['was none if the login works', ['lost', ENDED, [200, WELCOME]], { error: 'authentication_required' }],
    ['is none that a wrong password refuses', [WRONG], { error: 'invalid_input' }],
  ])('%s', async (_title, replies, refusal) => {
    const leave = vi.fn()
    answerInTurn(...replies)
    expect(await deleteAccount(PROOF, leave)).toMatchObject(refusal)
    expect(leave).not.toHaveBeenCalled()
  })
})
