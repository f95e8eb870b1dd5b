// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { ASK_LOGOUT_PATH } from '#contract/device.ts'
import { drafts } from '../state/drafts.ts'
import { datesOf, unsentOf } from '../state/member-texts.ts'
import { storeComplaint } from '../features/complaints/complaint-draft.ts'
import { MeScreen } from '../features/me/me-screen.tsx'
import { deviceStore } from '../ports/text-store.ts'
import { controlled } from '../ports/service-worker.ts'
import { t } from '../state/i18n.ts'
import { aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, place, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { LogoutDialog } from './logout-dialog.tsx'
import { askLogout, askLogoutOfAddress, logoutQuestion } from './logout.ts'

setUpScreens()

const device: CallAnswer<'device.state'> = { connection: 'online', waiting: 0, failed: [] }
const id = '01932b1c-8a4f-7c3d-9e2b-5f6a7b8c9d0e'

beforeEach(() => {
  controlled.value = true
  enterAs(aUser({ id: 7 }))
})
afterEach(() => {
  cleanup()
  drafts.forget(7)
  logoutQuestion.value = null
})

test('[PWA-11] the question at the logout counts everything that only this device has', async () => {
  answerCalls({
    'device.state': { ...device, waiting: 2, failed: [{ id, kind: 'messages.send', failure: { error: 'blocked' } }] },
    'device.drafts': { drafts: [{ id, place: '7-9', name: 'sea.jpg', bytes: 9 }] },
  })
  drafts.write(7, '7-9', 'Dear Nine')
  drafts.write(8, '8-9', 'of another member')
  deviceStore.set(`${unsentOf(7)}${id}`, '{}')
  deviceStore.set(`${datesOf(7)}7-9`, '{}')
  storeComplaint(deviceStore, null, { name: '', email: '', text: 'I complain', profile: '' })
  askLogout()
  await expect.poll(() => logoutQuestion.value).toBe(8)
})

test('[PWA-11] the logout asks already for one thing unsent', async () => {
  answerCalls({ 'device.state': { ...device, waiting: 1 }, 'device.drafts': { drafts: [] }, logout: {} })
  askLogout()
  await expect.poll(() => logoutQuestion.value).toBe(1)
})

test('[PWA-11] without anything unsent the logout asks nothing', async () => {
  answerCalls({ 'device.state': device, 'device.drafts': { drafts: [] }, logout: {} })
  history.replaceState(null, '', '/profile')
  askLogout()
  await expect.poll(place).toBe('/')
  expect(logoutQuestion.value).toBeNull()
})

test('[PWA-11] an address asks before it logs out, also if everything is sent, and once', async () => {
  answerCalls({ 'device.state': device, 'device.drafts': { drafts: [] } })
  history.replaceState(null, '', '/profile')
  await askLogoutOfAddress()
  expect(logoutQuestion.value).toBeNull()
  await showAt(ASK_LOGOUT_PATH, <MeScreen me={aUser()} />)
  await vi.waitFor(() => expect(logoutQuestion.value).not.toBeNull())
  expect([logoutQuestion.value, location.hash]).toEqual([0, ''])
})

test.each([
  [0, 'logout.allSent', ['ui.cancel', 'shell.logout']],
  [1, 'logout.text', ['logout.stay', 'logout.anyway']],
] as const)(
  '[PWA-11] the question about %i unsent things says what the logout does to them',
  (unsent, text, buttons) => {
    render(<LogoutDialog unsent={unsent} />)
    expect(screen.getByRole('dialog', { name: t('logout.title', { count: unsent }) }).textContent).toContain(t(text))
    const shown = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(shown).toEqual(expect.arrayContaining(buttons.map((key) => t(key))))
  },
)

test('[PWA-11] the first button of the question keeps the login and what is unsent, the other logs out', async () => {
  const asked = answerCalls({ logout: {} })
  const loggedOut = () => asked.some(({ name }) => name === 'logout')
  history.replaceState(null, '', '/profile')
  render(<LogoutDialog unsent={1} />)
  logoutQuestion.value = 1
  fireEvent.click(screen.getByRole('button', { name: t('logout.stay') }))
  expect([logoutQuestion.value, loggedOut()]).toEqual([null, false])
  fireEvent.click(screen.getByRole('button', { name: t('logout.anyway') }))
  await expect.poll(place).toBe('/')
  expect(loggedOut()).toBe(true)
})

test('[PWA-11] the question is left in two ways, and nothing is logged out or lost then', async () => {
  const asked = answerCalls({})
  for (const way of ['logout.stay', 'ui.close'] as const) {
    logoutQuestion.value = 2
    render(<LogoutDialog unsent={2} />)
    fireEvent.click(screen.getByRole('button', { name: t(way) }))
    expect(logoutQuestion.value).toBeNull()
    cleanup()
  }
  expect(asked.map(({ name }) => name)).not.toContain('logout')
})
