// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallAnswer } from '#contract/calls.ts'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { DAY_MS } from '#contract/limits.ts'
import { now } from '../ports/clock.ts'
import { controlled } from '../ports/service-worker.ts'
import { activation, NOT_ASKED } from '../state/activation.ts'
import { t } from '../state/i18n.ts'
import { putAnswer } from '../state/resource.ts'
import { setServerAhead } from '../testing/zone.ts'
import { aUser } from '../testing/factories.ts'
import { answerCalls, enterAs, setUpScreens, showAt } from '../testing/screen-page.tsx'
import { ActivationNote, AgeNote, Lines } from './lines.tsx'
import { signupOpen } from './open-signup.tsx'
import { Shell } from './shell.tsx'

setUpScreens()
afterEach(() => {
  activation.value = NOT_ASKED
  signupOpen.value = false
})

test('[GUARD-6] the note about the check of the age asks for it by the clock of the server', async () => {
  setServerAhead(2 * DAY_MS)
  await act(async () => void render(<AgeNote due={now() + DAY_MS} />))
  expect(screen.getByRole('status').textContent).toBe(t('shell.ageNeeded'))
})

test('[SHELL-19] a new line is read out alone, without the lines that were there before', async () => {
  await act(async () => void render(<Lines inConversation={false} />))
  expect(screen.getByRole('status').getAttribute('aria-atomic')).toBe('false')
})

test('[ACC-11] a line says that the mail to a new address came back, and can be closed', async () => {
  enterAs(aUser({ bounced_address: 'new@visavis.test' }))
  await showAt('/members', <Lines inConversation={false} />)
  const text = t('shell.addressBounced', { email: 'new@visavis.test' })
  expect(screen.getByRole('status').textContent).toContain(text)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/notifications#email')
  await act(async () => screen.getByRole('button', { name: t('ui.close') }).click())
  expect(screen.getByRole('status').textContent).toBe('')
})

describe('[ACC-6] the note about the address', () => {
  test('says what to do, also after the mail was sent', async () => {
    enterAs(aUser({ status: 'not_confirmed' }))
    await act(async () => void render(<ActivationNote />))
    expect(screen.getByRole('status').textContent).toBe(t('activation.remind'))
    await act(async () => void (activation.value = { ...NOT_ASKED, sent: true }))
    const said = screen.getByRole('status').textContent
    expect(said).toContain(t('activation.sent'))
    expect(said).toContain(t('activation.remind'))
  })

  test('[PROF-12] says that the mail came back, and leads to the address', async () => {
    const me = aUser({ status: 'not_confirmed', notifications_disabled: ['bounce'] })
    enterAs(me)
    await act(async () => void render(<ActivationNote />))
    expect(screen.getByRole('status').textContent).toBe(t('activation.bounced', { email: me.email }))
    const link = screen.getByRole('link', { name: t('activation.changeAddress') })
    expect(link.getAttribute('href')).toBe('/notifications#email')
    expect(screen.getByRole('button', { name: t('activation.again') })).toBeDefined()
  })

  test('sends the mail again, or continues a signup that is not finished', async () => {
    const asked = answerCalls({ 'activation.send': 'server_error' })
    enterAs(aUser({ status: 'not_confirmed' }))
    await showAt('/members', <ActivationNote />)
    await act(async () => screen.getByRole('button', { name: t('activation.again') }).click())
    await vi.waitFor(() => expect(asked.map(({ name }) => name)).toEqual(['activation.send']))
    const settings = { ...DEFAULT_MEMBER_SETTINGS, signup_step: 2 }
    await act(async () => enterAs(aUser({ status: 'not_confirmed', settings })))
    expect(screen.queryByRole('button', { name: t('activation.again') })).toBeNull()
    await act(async () => screen.getByRole('button', { name: t('activation.goOn') }).click())
    expect(signupOpen.value).toBe(true)
  })

  test.each([
    ['not_confirmed', true],
    ['active', false],
  ] as const)('is above the screens of a member who is %s: %s', async (status, isShown) => {
    enterAs(aUser({ status }))
    answerCalls({})
    await showAt(
      '/members',
      <Shell route="members" title={null}>
        people
      </Shell>,
    )
    expect(document.body.textContent).toContain('people')
    expect(document.body.textContent.includes(t('activation.remind'))).toBe(isShown)
  })
})

test('[PWA-3] [ACC-16] a device whose session was ended elsewhere says how much was deleted unsent, until the member closes the line', async () => {
  controlled.value = true
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed: [], lost: 2 })
  await act(async () => void render(<Lines inConversation={false} />))
  expect(screen.getByRole('status').textContent).toContain(t('shell.lost', { count: 2 }))
  const asked = answerCalls({ 'device.lost.drop': {} })
  await act(async () => screen.getByRole('button', { name: t('ui.close') }).click())
  expect(asked.map(({ name }) => name)).toEqual(['device.lost.drop'])
})

test('[PWA-3] a device says once that the site was put back to an earlier state', async () => {
  controlled.value = true
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed: [], put_back: true })
  await act(async () => void render(<Lines inConversation={false} />))
  expect(screen.getByRole('status').textContent).toContain(t('shell.putBack'))
  const asked = answerCalls({ 'device.lost.drop': {} })
  await act(async () => screen.getByRole('button', { name: t('ui.close') }).click())
  expect(asked.map(({ name }) => name)).toEqual(['device.lost.drop'])
})

/** The words of the line in this state of the device, after the time in which a fast send shows none. */
const lineOf = async (change: Partial<CallAnswer<'device.state'>>, inConversation = false): Promise<string> => {
  vi.useFakeTimers()
  controlled.value = true
  putAnswer('device.state', {}, { connection: 'online', waiting: 0, failed: [], ...change })
  await act(async () => void render(<Lines inConversation={inConversation} />))
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  vi.useRealTimers()
  return screen.getByRole('status').textContent
}

describe('[PWA-2] the line above a screen', () => {
  test('says without a network how many writes wait', async () => {
    expect(await lineOf({ connection: 'offline', waiting: 2 })).toContain(t('shell.offlineWaiting', { count: 2 }))
  })

  test('says with a network how many are on their way, except over the messages of a conversation', async () => {
    expect(await lineOf({ waiting: 3 })).toContain(t('shell.waiting', { count: 3 }))
    cleanup()
    expect(await lineOf({ waiting: 3 }, true)).toBe('')
  })

  test('[CHAT-8] says nothing of a deletion that is not sent because it can still be undone', async () => {
    expect(await lineOf({ waiting: 1, undoable: 1 })).toBe('')
    cleanup()
    expect(await lineOf({ waiting: 3, undoable: 1 })).toContain(t('shell.waiting', { count: 2 }))
  })

  test('[PWA-13] says that the device is full, and leads to what takes the space', async () => {
    expect(await lineOf({ storage: 'full' })).toContain(t('shell.storageFull'))
    expect(screen.getByRole('link', { name: t('shell.storageAction') }).getAttribute('href')).toBe(
      '/notifications/device',
    )
  })

  test('[PWA-11] names the member whose writes wait for their login', async () => {
    expect(await lineOf({ parked: { name: 'Anna', count: 2 } })).toContain(
      t('shell.parked', { name: 'Anna', count: 2 }),
    )
    expect(screen.getByRole('link', { name: t('shell.login') }).getAttribute('href')).toBe('/login')
  })
})
