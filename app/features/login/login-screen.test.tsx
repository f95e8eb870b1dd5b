// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { hasPasskeys } from '../../ports/passkeys.ts'
import { t } from '../../state/i18n.ts'
import { typedEmail } from '../../state/login-prompt.ts'
import { loginByAutofill, loginByPasskey } from '../../state/passkeys.ts'
import { putAnswer } from '../../state/resource.ts'
import { passwordUnsure, startSession, user } from '../../state/session.ts'
import { aUser } from '../../testing/factories.ts'
import { enterAs } from '../../testing/screen-page.tsx'
import { LoginScreen } from './login-screen.tsx'
import { setUpTexts } from '../../testing/texts.ts'

vi.mock('../../ports/passkeys.ts', { spy: true })
vi.mock('../../state/passkeys.ts', { spy: true })

let answer: Response
const fetched = vi.fn<(url: string, init?: { body?: string }) => Promise<Response>>(async () => answer)

setUpTexts()

beforeEach(() => {
  fetched.mockClear()
  typedEmail.value = ''
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const email = (): HTMLInputElement => screen.getByLabelText(t('login.email'))
const password = (): HTMLInputElement => screen.getByLabelText(t('login.password'))
const submit = async (): Promise<void> => {
  fireEvent.change(email(), { target: { value: 'anna@example.test' } })
  fireEvent.change(password(), { target: { value: 'a wrong password' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('login.submit') })))
}

test('[ACC-10] says that a new password may be in force, if no answer came when it was saved', () => {
  render(<LoginScreen />)
  expect(screen.queryByText(t('login.passwordUnsure'))).toBeNull()
  act(() => {
    passwordUnsure.value = true
  })
  expect(screen.getByText(t('login.passwordUnsure'))).toBeDefined()
  passwordUnsure.value = false
})

describe('[ACC-8] login', () => {
  test.each(['login.forgotten', 'index.signup'] as const)('[ACC-9] takes the typed address along to %s', (way) => {
    render(<LoginScreen />)
    fireEvent.change(email(), { target: { value: 'anna@example.test' } })
    fireEvent.click(screen.getByRole('link', { name: t(way) }))
    expect(typedEmail.value).toBe('anna@example.test')
  })

  test('a refusal is an alert, and the password is ready to be typed again', async () => {
    answer = Response.json({ error: 'wrong_credentials' }, { status: 401 })
    render(<LoginScreen />)
    await submit()
    expect(fetched.mock.calls[0]?.[1]?.body).toContain('anna@example.test')
    expect(screen.getByRole('alert').textContent).not.toBe('')
    expect(document.activeElement).toBe(password())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('login.submit') }).disabled).toBe(false)
  })

  test('a blocked account reads that a new password ends the block; a blocked network does not, since it would stay blocked', async () => {
    const way = t('login.blocked', { forgotten: t('login.forgotten') })
    render(<LoginScreen />)
    for (const error of ['account_blocked', 'address_blocked'] as const) {
      answer = Response.json({ error, minutes: 15 }, { status: 429 })
      await submit()
      expect(screen.getByRole('alert').textContent).toContain('15')
      expect(screen.queryByText(way) !== null).toBe(error === 'account_blocked')
    }
  })

  test('[SHELL-19] a refused address says why and has the focus, although the password is refused too', async () => {
    const fields = { email: 'email_invalid', password: 'required' }
    answer = Response.json({ error: 'invalid_input', fields }, { status: 400 })
    render(<LoginScreen />)
    await submit()
    expect(document.activeElement).toBe(email())
    const reason = document.querySelector(`#${CSS.escape(email().getAttribute('aria-describedby') ?? '')}`)
    expect(reason?.textContent).toBe(t('field.email_invalid'))
  })

  test('[SHELL-19] the button at the password says what a press does, and no state beside it', () => {
    render(<LoginScreen />)
    fireEvent.click(screen.getByRole('button', { name: t('ui.showPassword') }))
    expect(password().type).toBe('text')
    expect(screen.getByRole('button', { name: t('ui.hidePassword') }).hasAttribute('aria-pressed')).toBe(false)
  })

  test('without a network the reason is shown, and the typed values stay', async () => {
    fetched.mockRejectedValueOnce(new TypeError('no network'))
    render(<LoginScreen />)
    await submit()
    expect(screen.getByRole('alert').textContent).toBe(t('error.network_unavailable'))
    expect(email().value).toBe('anna@example.test')
  })

  test('in a browser that blocks cookies the form says that nobody can log in without them', () => {
    render(<LoginScreen />)
    expect(screen.queryByText(t('error.cookies_blocked'))).toBeNull()
    cleanup()
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValueOnce(false)
    render(<LoginScreen />)
    expect(screen.getByText(t('error.cookies_blocked'))).toBeDefined()
  })

  test('the form says once that the browser has dropped the session, and nobody is logged in', async () => {
    const blocked = vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
    fetched.mockResolvedValueOnce(Response.json({ user: aUser({ id: 3 }), counts: null }))
    fetched.mockResolvedValueOnce(Response.json({ user: null, counts: null }))
    render(<LoginScreen />)
    await submit()
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(t('error.cookies_blocked')))
    expect(screen.getAllByText(t('error.cookies_blocked'))).toHaveLength(1)
    expect(user.peek()).toBeNull()
    blocked.mockRestore()
  })

  test('the button is disabled while the server answers', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    fetched.mockReturnValueOnce(promise)
    render(<LoginScreen />)
    await submit()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: t('login.busy') }).disabled).toBe(true)
    await act(async () => resolve(Response.json({ error: 'wrong_credentials' }, { status: 401 })))
    expect(screen.getByRole('button', { name: t('login.submit') })).toBeDefined()
  })
})

test('[ACC-20] a login by passkey begins at a tap, says why it failed, and leaves the password as another way', async () => {
  vi.mocked(hasPasskeys).mockReturnValue(true)
  vi.mocked(loginByAutofill).mockResolvedValue()
  vi.mocked(loginByPasskey).mockResolvedValue({ error: 'passkey_refused' })
  render(<LoginScreen />)
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('login.passkey') })))
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toBe(t('error.passkey_refused')))
  expect(loginByPasskey).toHaveBeenCalledOnce()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: t('login.submit') }).disabled).toBe(false)
  vi.mocked(hasPasskeys).mockReset()
})

const addressAfter = (end: CallAnswer<'user.get'>): string => {
  typedEmail.value = 'anna@example.test'
  enterAs(aUser())
  putAnswer('user.get', {}, end)
  return typedEmail.value
}

test('[PWA-11] a logout forgets the address of the login, and a session that runs out does not', () => {
  startSession()
  const loggedOut = { user: null, counts: null }
  expect(addressAfter(loggedOut)).toBe('anna@example.test')
  expect(addressAfter({ ...loggedOut, revoked: true })).toBe('')
})
