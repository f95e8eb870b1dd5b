// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DeskSession } from '#contract/desk/staff.ts'
import { qrModules } from '../../../ui/qr-code.tsx'
import { session } from '../../session.ts'
import { showLanguage } from '../../texts.ts'
import { LoginScreen } from './login-screen.tsx'
import { EnrolStep } from './second-factor.tsx'

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
  session.value = { state: 'out' }
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
  await submit('Log in')
  expect(session.value.state).toBe('in')
})

test('[DESK-1] after a logout the tab no longer names the member who was shown', () => {
  document.title = 'Helen, 61 · Visavis Desk'
  session.value = { state: 'out' }
  render(<LoginScreen />)
  expect(document.title).not.toContain('Helen')
})

test('[DESK-1] a refused login says why, and a server that cannot be reached says so', async () => {
  session.value = { state: 'out' }
  render(<LoginScreen />)
  answers.mockReturnValueOnce({ status: 401, json: { error: 'login_failed' } })
  await submit('Continue')
  expect(screen.getByRole('alert').textContent).toBe('Mail and password do not match.')
  answers.mockReturnValueOnce({ status: 429, json: { error: 'account_blocked', minutes: 15 } })
  await submit('Continue')
  expect(screen.getByRole('alert').textContent).toBe('Too many wrong attempts. Wait 15 min.')
  answers.mockImplementationOnce(() => {
    throw new TypeError('no network')
  })
  await submit('Continue')
  expect(screen.getByRole('alert').textContent).toBe(
    'The server cannot be reached. If you just changed something, look whether it was done.',
  )
})

test('[DESK-16] the login speaks German', async () => {
  session.value = { state: 'out' }
  render(<LoginScreen />)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Deutsch' }))
    await showLanguage('de')
  })
  cleanup()
  render(<LoginScreen />)
  expect(screen.getByRole('button', { name: 'Weiter' })).toBeTruthy()
})

const URI = 'otpauth://totp/Visavis%20Desk:orla%40staff.test?issuer=Visavis%20Desk&secret=JBSWY3DPEHPK3PXP'

/** Whether the module at this row and column, both from 0, is dark. */
const isDark = (path: string, row: number, column: number): boolean => path.includes(`M${column + 4} ${row + 4}h1`)

test('[DESK-1] the QR code has the three finder patterns, its timing lines and a quiet zone', () => {
  const { path, size } = qrModules(URI)
  const count = size - 8
  const finder = [
    [0, 0],
    [0, count - 7],
    [count - 7, 0],
  ] as const
  for (const [top, left] of finder) {
    const rows = Array.from({ length: 7 }, (_, row) =>
      Array.from({ length: 7 }, (__, column) => (isDark(path, top + row, left + column) ? '#' : '.')).join(''),
    )
    expect(rows).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'])
  }
  for (let place = 8; place < count - 8; place += 1) expect(isDark(path, 6, place)).toBe(place % 2 === 0)
  expect(path).not.toMatch(/M[0-3] /)
})

test('[DESK-1] the setup of an authenticator shows the code beside the key as text, and asks nobody else for it', async () => {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return Response.json({ secret: 'JBSWY3DPEHPK3PXP', uri: URI })
  })
  render(<EnrolStep />)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Use an authenticator app' }))
  })
  const code = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(code.querySelector('path')?.getAttribute('d')).toBe(qrModules(URI).path)
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(paths).toEqual(['/api/desk/me/totp'])
})
