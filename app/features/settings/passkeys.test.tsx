// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasPasskeys } from '../../ports/passkeys.ts'
import { t } from '../../state/i18n.ts'
import { addPasskey } from '../../state/passkeys.ts'
import { Devices } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './account-section.tsx'
import { setUpTexts } from '../../testing/texts.ts'

vi.mock('../../ports/passkeys.ts', { spy: true })
vi.mock('../../state/passkeys.ts', { spy: true })

const KEY = { id: 'key-1', name: 'Telephone', created_at: 0, used_at: null, backed_up: true }
const OTHER = { ...KEY, id: 'key-2', name: 'Laptop', backed_up: false }

type LoginWays = { passkeys: (typeof KEY)[]; has_password: boolean }
let ways: LoginWays | null
const sent: { url: string; method: string; body: string }[] = []
const fetched = async (url: string, init: { method?: string; body?: string } = {}): Promise<Response> => {
  if (init.method !== 'GET') {
    sent.push({ url, method: init.method ?? '', body: init.body ?? '' })
    return Response.json(init.method === 'PUT' ? ways : {})
  }
  if (ways === null) throw new TypeError('no network')
  return Response.json(ways)
}

setUpTexts()

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', fetched)
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.mocked(hasPasskeys).mockReset()
})

const show = async (held: LoginWays | null): Promise<void> => {
  ways = held
  await act(async () => void render(<Passkeys email="mia@example.test" />))
}
const beginToAdd = () => fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyAdd') }))
const removeButtons = (): HTMLElement[] => screen.queryAllByRole('button', { name: /^Remove: / })

describe('[ACC-20] the passkeys of a member', () => {
  test('each has its name and a button that removes it, after the password', async () => {
    await show({ passkeys: [KEY, OTHER], has_password: true })
    expect(screen.getByText(t('settings.passkeysText', { email: 'mia@example.test' }))).toBeDefined()
    expect(screen.getAllByText(t('settings.passkeyCopied'))).toHaveLength(1)
    fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyRemoveNamed', { name: 'Laptop' }) }))
    fireEvent.change(screen.getByLabelText(t('settings.passwordNow')), { target: { value: 'my own password' } })
    ways = { passkeys: [KEY], has_password: true }
    vi.stubGlobal('PublicKeyCredential', {})
    const remove = screen.getByRole('button', { name: t('settings.passkeyRemove') })
    const cancel = screen.getByRole('button', { name: t('ui.cancel') })
    expect(cancel.compareDocumentPosition(remove)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyRemove') })))
    expect(sent).toEqual([
      { url: '/api/passkeys/key-2', method: 'DELETE', body: JSON.stringify({ password: 'my own password' }) },
    ])
    expect(screen.queryByText('Laptop')).toBeNull()
  })

  test('each can be renamed, the only one too, without a password', async () => {
    await show({ passkeys: [KEY], has_password: false })
    fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyRenameNamed', { name: 'Telephone' }) }))
    const field = screen.getByLabelText<HTMLInputElement>(t('settings.passkeyName'))
    expect(field.value).toBe('Telephone')
    fireEvent.change(field, { target: { value: ' Blue telephone ' } })
    ways = { passkeys: [{ ...KEY, name: 'Blue telephone' }], has_password: false }
    const form = field.closest('form')
    await act(async () => void (form && fireEvent.submit(form)))
    expect(sent).toEqual([
      { url: '/api/passkeys/key-1', method: 'PUT', body: JSON.stringify({ name: 'Blue telephone' }) },
    ])
    expect(screen.getByText('Blue telephone')).toBeDefined()
  })

  test('each keeps its name if the form is cancelled', async () => {
    await show({ passkeys: [KEY], has_password: false })
    fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyRenameNamed', { name: 'Telephone' }) }))
    fireEvent.change(screen.getByLabelText(t('settings.passkeyName')), { target: { value: 'Blue telephone' } })
    fireEvent.click(screen.getByRole('button', { name: t('ui.cancel') }))
    expect(screen.queryByLabelText(t('settings.passkeyName'))).toBeNull()
    expect(screen.getByText('Telephone')).toBeDefined()
    expect(sent).toEqual([])
  })

  test('one can be added with a name and the password, and nothing is added without a name or after Cancel', async () => {
    vi.mocked(hasPasskeys).mockReturnValue(true)
    vi.mocked(addPasskey).mockResolvedValue(null)
    await show({ passkeys: [], has_password: true })
    beginToAdd()
    fireEvent.click(screen.getByRole('button', { name: t('ui.cancel') }))
    expect(screen.queryByLabelText(t('settings.passkeyName'))).toBeNull()
    beginToAdd()
    const form = screen.getByLabelText(t('settings.passkeyName')).closest('form') ?? document.body
    await act(async () => void fireEvent.submit(form))
    expect(screen.getByText(t('field.required'))).toBeDefined()
    fireEvent.change(screen.getByLabelText(t('settings.passkeyName')), { target: { value: '\u200b' } })
    await act(async () => void fireEvent.submit(form))
    expect(addPasskey).not.toHaveBeenCalled()
    fireEvent.change(screen.getByLabelText(t('settings.passkeyName')), { target: { value: ' Laptop ' } })
    fireEvent.change(screen.getByLabelText(t('settings.passwordNow')), { target: { value: 'my own password' } })
    ways = { passkeys: [OTHER], has_password: true }
    await act(async () => void fireEvent.submit(form))
    expect(addPasskey).toHaveBeenCalledExactlyOnceWith('Laptop', { password: 'my own password' })
    expect(screen.getByText('Laptop')).toBeDefined()
    expect(screen.queryByLabelText(t('settings.passkeyName'))).toBeNull()
  })

  test('none is removed if its form is cancelled', async () => {
    await show({ passkeys: [KEY, OTHER], has_password: true })
    fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyRemoveNamed', { name: 'Laptop' }) }))
    fireEvent.click(screen.getByRole('button', { name: t('ui.cancel') }))
    expect(screen.queryByLabelText(t('settings.passwordNow'))).toBeNull()
    expect([sent, removeButtons().length]).toEqual([[], 2])
  })

  test('the only way to log in cannot be removed, and the screen says so', async () => {
    await show({ passkeys: [KEY], has_password: false })
    expect(screen.getByText(t('settings.passkeyOnly'))).toBeDefined()
    expect(removeButtons()).toEqual([])
  })

  test('the last passkey of a member with a password can be removed', async () => {
    await show({ passkeys: [KEY], has_password: true })
    expect(screen.queryByText(t('settings.passkeyOnly'))).toBeNull()
    expect(removeButtons()).toHaveLength(1)
  })

  test('a member without a password is asked for a passkey instead', async () => {
    await show({ passkeys: [KEY, OTHER], has_password: false })
    fireEvent.click(screen.getByRole('button', { name: t('settings.passkeyRemoveNamed', { name: 'Laptop' }) }))
    expect(screen.getByText(t('settings.passkeyProof'))).toBeDefined()
    expect(screen.queryByLabelText(t('settings.passwordNow'))).toBeNull()
  })

  test('offline it says that it needs a connection; a browser without passkeys says so too', async () => {
    await show({ passkeys: [], has_password: true })
    expect(screen.getByText(t('settings.passkeyNotHere'))).toBeDefined()
    cleanup()
    await show(null)
    expect(screen.getByText(t('settings.passkeysOffline'))).toBeDefined()
    ways = { passkeys: [KEY], has_password: true }
    const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
    await act(async () => void fireEvent.click(retry))
    expect(screen.getByText('Telephone')).toBeDefined()
  })
})

test('[ACC-16] the devices say that they need a connection, and a retry shows them', async () => {
  ways = null
  await act(async () => void render(<Devices email="mia@example.test" />))
  expect(screen.getByText(t('settings.devicesOffline'))).toBeDefined()
  vi.stubGlobal('fetch', answers)
  const retry = await screen.findByRole('button', { name: t('ui.tryAgain') })
  await act(async () => void fireEvent.click(retry))
  expect(screen.getByText(t('settings.deviceHere'))).toBeDefined()
})

const session = (id: string, current: boolean) => ({
  id,
  current,
  device: 'phone',
  browser: '',
  system: '',
  created_at: 0,
  last_seen_at: 0,
})

const answers = async (url: string, init: { method?: string } = {}): Promise<Response> => {
  if (init.method !== 'GET') return Response.json(init.method === 'PUT' ? { user: null, counts: null } : {})
  if (url.includes('/sessions')) return Response.json({ sessions: [session('a', true), session('b', false)] })
  return Response.json({ passkeys: [KEY, OTHER], has_password: true })
}

describe('[ACC-10] the passkeys that still open the account are shown', () => {
  test('after a new password, each with a button that removes it', async () => {
    vi.stubGlobal('fetch', answers)
    await act(async () => void render(<PasswordForm email="mia@example.test" />))
    expect(removeButtons()).toEqual([])
    const form = document.querySelector('form')
    await act(async () => void (form && fireEvent.submit(form)))
    expect(await screen.findByText(t('settings.passkeysLeft', { count: 2 }))).toBeDefined()
    expect(removeButtons()).toHaveLength(2)
  })

  test('after another device was logged out', async () => {
    vi.stubGlobal('fetch', answers)
    await act(async () => void render(<Devices email="mia@example.test" />))
    expect(removeButtons()).toEqual([])
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Log out: / })))
    expect(await screen.findByText(t('settings.passkeysLeft', { count: 2 }))).toBeDefined()
    expect(removeButtons()).toHaveLength(2)
  })
})
