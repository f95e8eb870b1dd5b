// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { noteMemberParked } from '../../ports/member-here.ts'
import { onLine } from '../../ports/page.ts'
import { controlled } from '../../ports/service-worker.ts'
import { t } from '../../state/i18n.ts'
import { drafts } from '../../state/drafts.ts'
import { putAnswer } from '../../state/resource.ts'
import { passwordUnsure } from '../../state/session.ts'
import { toasts } from '../../state/toasts.ts'
import { anOwnProfile, aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { EMPTY_DRAFT } from '../signup/account-data.ts'
import { AccountStep } from '../signup/account-step.tsx'
import { LoginScreen } from '../login/login-screen.tsx'
import { AccountDeletedScreen } from '../settings/account-deleted-screen.tsx'
import { NewPasswordScreen } from './new-password-screen.tsx'

setUpScreens()

afterEach(() => {
  passwordUnsure.value = false
})

const open = (path = '/reset-password/do?token=a1'): Promise<void> => showAt(path, <NewPasswordScreen />)
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = async (): Promise<void> => {
  type(t('password.new'), 'a long password')
  type(t('password.repeat'), 'another password')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: t('password.newSubmit') })))
}
const isLinkOver = () => screen.queryByRole('heading', { name: t('error.link_invalid') }) !== null

describe('[ACC-9] the link to a new password', () => {
  test('[SHELL-19] has a button at each field whose description names the field', async () => {
    await open()
    const buttons = screen.getAllByRole('button', { name: t('ui.showPassword') })
    expect(buttons.map((button) => button.getAttribute('aria-description'))).toEqual([
      t('password.new'),
      t('password.repeat'),
    ])
  })

  test('sends both passwords with the token, then leads to search', async () => {
    const asked = answerCalls({ 'password.reset_do': { user: aUser(), counts: { unread_messages: 0, new_likes: 0 } } })
    await open()
    await submit()
    expect(asked[0]?.body).toEqual({ token: 'a1', password: 'a long password', password_repeat: 'another password' })
    await vi.waitFor(() => expect(place()).toBe('/members'))
    expect(toasts.value.map(({ text }) => text)).toEqual([t('password.newDone')])
  })

  test('[PWA-11] says first who would be logged out if it is that of another account, and nothing to a visitor', async () => {
    const bea = aUser({ profile: anOwnProfile({ name: 'Bea' }) })
    const words = t('password.otherAccount', { name: 'Bea' })
    await open()
    expect(screen.queryByText(words)).toBeNull()
    cleanup()
    enterAs(bea)
    await open()
    expect(screen.getByText(words)).toBeDefined()
    cleanup()
    await showAt('/account-deleted?reactivate=a1', <AccountDeletedScreen />)
    expect(screen.getByText(words)).toBeDefined()
  })

  test('without a token leads to the form for another mail', async () => {
    await open('/reset-password/do')
    expect(isLinkOver()).toBe(true)
    expect(screen.getByRole('link').getAttribute('href')).toBe('/reset-password')
  })

  test.each([{ error: 'link_invalid' }, { error: 'invalid_input', fields: { token: 'invalid' } }] as const)(
    'that the server refuses with %o is over',
    async (refusal) => {
      answerCalls({ 'password.reset_do': refusal })
      await open()
      await submit()
      await vi.waitFor(() => expect(isLinkOver()).toBe(true))
    },
  )

  test('that is used up by a change whose answer was lost leads to the login first', async () => {
    passwordUnsure.value = true
    await open('/reset-password/do')
    expect(isLinkOver()).toBe(true)
    expect(screen.getByText(t('login.passwordUnsure'))).toBeDefined()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login', '/reset-password'])
  })

  test('without an answer says that the new password may be in force', async () => {
    answerCalls({ 'password.reset_do': 'network_unavailable' })
    await open()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(t('password.unsure'))
  })

  test('says nothing of it before a password was sent, nor where nothing was sent without a network', async () => {
    passwordUnsure.value = true
    await open()
    expect(screen.queryByText(t('password.unsure'))).toBeNull()
    passwordUnsure.value = false
    onLine.value = false
    answerCalls({ 'password.reset_do': 'network_unavailable' })
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(t('error.network_unavailable'))
  })

  test('a refused password is an error of its field, and the form stays', async () => {
    answerCalls({ 'password.reset_do': { error: 'invalid_input', fields: { password_repeat: 'passwords_differ' } } })
    await open()
    await submit()
    await vi.waitFor(() =>
      expect(screen.getByLabelText(t('password.repeat')).getAttribute('aria-invalid')).toBe('true'),
    )
    expect(isLinkOver()).toBe(false)
  })

  test('[ACC-20] a passkey is offered only where the browser makes one', async () => {
    await open()
    expect(screen.queryByRole('button', { name: t('password.passkeyInstead') })).toBeNull()
    vi.stubGlobal('PublicKeyCredential', { parseRequestOptionsFromJSON: () => ({}) })
    await open()
    expect(screen.getByRole('button', { name: t('password.passkeyInstead') })).toBeDefined()
  })
})

const ways = {
  login: () => <LoginScreen />,
  signup: () => (
    <AccountStep
      draft={EMPTY_DRAFT}
      errors={{}}
      change={() => {}}
      town={null}
      photo={null}
      seen={{ draft: EMPTY_DRAFT, town: null, photo: null }}
      onRefused={() => {}}
      onPlaceRefused={() => {}}
    />
  ),
  'reset-password/do?token=a1': () => <NewPasswordScreen />,
  'account-deleted?reactivate=a1': () => <AccountDeletedScreen />,
}

test.each(Object.entries(ways))(
  '[PWA-11] /%s says first that it deletes what waits here for the login of another member',
  async (path, formOf) => {
    const words = t('login.parked', { name: 'Bea' })
    const device: CallAnswer<'device.state'> = { connection: 'online', waiting: 0, failed: [] }
    controlled.value = true
    putAnswer('device.state', {}, device)
    await showAt(`/${path}`, formOf())
    expect(screen.queryByText(words)).toBeNull()
    await act(async () => putAnswer('device.state', {}, { ...device, parked: { name: 'Bea', count: 1 } }))
    expect(screen.getByText(words)).toBeDefined()
  },
)

test.each(Object.entries(ways))(
  '[PWA-11] /%s says first that drafts wait here, if a member whose session ran out has left nothing but drafts',
  async (path, formOf) => {
    const words = t('login.parkedDrafts')
    const device: CallAnswer<'device.state'> = { connection: 'online', waiting: 0, failed: [] }
    controlled.value = true
    putAnswer('device.state', {}, device)
    // The worker knows photos and refused writes, the page knows the texts.
    await showAt(`/${path}`, formOf())
    await act(async () => putAnswer('device.state', {}, { ...device, parked_drafts: 1 }))
    expect(screen.getByText(words)).toBeDefined()
    await act(async () => putAnswer('device.state', {}, device))
    expect(screen.queryByText(words)).toBeNull()
    cleanup()
    noteMemberParked(7)
    drafts.write(7, '7-9', 'a text that is not finished')
    putAnswer('user.get', {}, { user: null, counts: null, parked: 7 })
    await showAt(`/${path}`, formOf())
    expect(screen.getByText(words)).toBeDefined()
    cleanup()
    drafts.forget(7)
    await showAt(`/${path}`, formOf())
    expect(screen.queryByText(words)).toBeNull()
  },
)
