// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskSession } from '#contract/desk/entities/staff.ts'
import { enterStep, session } from '../../session.ts'
import { showLanguage } from '../../texts.ts'
import { LoginScreen } from './login-screen.tsx'

const STAFF = {
  id: 1,
  mail: 'orla@visavis.test',
  name: 'Orla Brennan',
  role: 'owner',
  passkeys: [],
  has_totp: true,
} as const
const SECOND: DeskSession = {
  state: 'second_factor',
  staff: { ...STAFF, passkeys: [] },
  factors: ['totp'],
  last_login: null,
  demo_code: '123456',
}
const IN: DeskSession = {
  state: 'in',
  staff: { ...STAFF, passkeys: [] },
  expires_at: 1_800_000_000_000,
  idle_ms: 900_000,
}

const answers = vi.fn<(path: string, body: unknown) => { status: number; json: unknown }>()
beforeEach(async () => {
  await showLanguage('en')
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const { status, json } = answers(path, body === undefined ? null : JSON.parse(body))
    return Response.json(json, { status })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const submit = (name: string): Promise<void> =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })

test('[DESK-1] the login asks for the password, then for the code, and shows the demo code', async () => {
  enterStep({ state: 'out' })
  render(<LoginScreen />)
  fireEvent.change(screen.getByLabelText('Mail'), { target: { value: STAFF.mail } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret words here' } })
  answers.mockReturnValueOnce({ status: 200, json: SECOND })
  await submit('Continue')
  expect(answers).toHaveBeenLastCalledWith('/api/desk/login', { mail: STAFF.mail, password: 'secret words here' })
  expect(screen.getByText('Orla Brennan')).toBeTruthy()
  expect(screen.getByText('Demo: your authenticator app would show 123456 now.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('6-digit code of your authenticator app'), { target: { value: '123456' } })
  answers.mockReturnValueOnce({ status: 200, json: IN })
  await submit('Sign in')
  expect(session.value.state).toBe('in')
})

test('[DESK-1] a refused login says why, and a server that cannot be reached says so', async () => {
  enterStep({ state: 'out' })
  render(<LoginScreen />)
  answers.mockReturnValueOnce({ status: 401, json: { error: 'login_failed' } })
  await submit('Continue')
  expect(screen.getByRole('alert').textContent).toBe('Mail and password do not match.')
  answers.mockReturnValueOnce({ status: 429, json: { error: 'account_blocked', minutes: 15 } })
  await submit('Continue')
  expect(screen.getByRole('alert').textContent).toBe('Too many wrong attempts. Wait 15 minutes.')
  answers.mockImplementationOnce(() => {
    throw new TypeError('no network')
  })
  await submit('Continue')
  expect(screen.getByRole('alert').textContent).toBe(
    'The server cannot be reached. If you just changed something, look whether it was done.',
  )
})

test('[DESK-16] the login speaks German', async () => {
  enterStep({ state: 'out' })
  render(<LoginScreen />)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
    await showLanguage('de')
  })
  cleanup()
  render(<LoginScreen />)
  expect(screen.getByRole('button', { name: 'Weiter' })).toBeTruthy()
})
