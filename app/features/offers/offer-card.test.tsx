// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import { NOTHING_OFFERED, type OfferMemory } from '#contract/rules/offers.ts'
import { installPrompt } from '../../ports/installation.ts'
import { endOffer, noteCause, startOffers, storeOffers } from '../../state/offers.ts'
import { pushState } from '../../state/push.ts'
import { toasts } from '../../state/toasts.ts'
import { putAnswer } from '../../state/resource.ts'
import { aUser } from '../../testing/factories.ts'
import { answerCalls, enterAs, setSite, setUpScreens, showAt } from '../../testing/screen-page.tsx'
import { t } from '../../state/i18n.ts'
import { siteName } from '../../state/site.ts'
import { Alerts } from './alerts.tsx'
import { MatchOffer } from './match-offer.tsx'
import { OfferCard } from './offer-card.tsx'
import { deniedText } from './denied-text.ts'

/** The answer of the browser's prompt. */
const permission = vi.hoisted(() => ({ isDenied: false }))
const subscribed = vi.hoisted(() => vi.fn<() => void>())
vi.mock('../../ports/push.ts', () => ({
  readPushState: async () => 'off',
  unsubscribePush: async () => {},
  subscribePush: async () => {
    subscribed()
    return permission.isDenied ? 'denied' : { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }
  },
}))

setUpScreens()
beforeAll(startOffers)
beforeEach(() => {
  endOffer()
  storeOffers(NOTHING_OFFERED)
  installPrompt.value = null
  pushState.value = 'off'
  subscribed.mockClear()
  permission.isDenied = false
  setSite({ push_public_key: 'key' })
  enterAs(aUser())
})

/** Makes the browser's install prompt available, with the answer that the member will give it. */
const browserAsks = (outcome: 'accepted' | 'dismissed') => {
  const prompt = vi.fn<() => Promise<void>>(async () => {})
  installPrompt.value = Object.assign(new Event('beforeinstallprompt'), {
    prompt,
    userChoice: Promise.resolve({ outcome }),
  })
  return prompt
}
const tap = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const declines = (): number => (JSON.parse(localStorage.getItem('offers') ?? 'null') as OfferMemory).declined.length

test('[PROF-12] [SHELL-20] no reminder gives its place to another one once the state of notifications is known', async () => {
  const member = aUser({ signup_date: 1 })
  enterAs(member)
  await showAt('/chats', <Alerts me={member} />)
  expect(screen.getByRole('link', { name: t('alert.enrichAction') })).toBeDefined()
  act(() => void (pushState.value = null))
  expect(screen.queryByRole('link', { name: t('alert.enrichAction') })).toBeNull()
})

test('[PROF-12] a dismissed reminder disappears at once, and is remembered with its time', async () => {
  const member = aUser({ signup_date: 1 })
  enterAs(member)
  const asked = answerCalls({})
  await showAt('/chats', <Alerts me={member} />)
  await tap(t('alert.dismiss'))
  expect(screen.queryByRole('link', { name: t('alert.enrichAction') })).toBeNull()
  expect(asked.find(({ name }) => name === 'notifications.put')?.body).toEqual({
    dismissed_alerts: { enrich_profile: expect.any(Number) },
  })
})

describe('[PROF-12] the reminder of notifications', () => {
  beforeEach(async () => {
    const member = aUser()
    putAnswer('user.get', {}, { user: member, counts: { unread_messages: 1, new_likes: 0 } })
    await showAt('/chats', <Alerts me={member} />)
  })

  test('turns them on at a tap', async () => {
    answerCalls({ 'user.push': {} })
    await tap(t('alert.pushAction'))
    expect(subscribed).toHaveBeenCalledOnce()
    expect(pushState.value).toBe('on')
  })

  test('says why they could not be turned on', async () => {
    answerCalls({ 'user.push': 'server_error' })
    await tap(t('alert.pushAction'))
    expect(toasts.value.map(({ text }) => text)).toEqual([t('error.server_error')])
  })

  test('says how to allow them where the browser forbids them', async () => {
    permission.isDenied = true
    await tap(t('alert.pushAction'))
    await vi.waitFor(() => expect(toasts.value.map(({ text }) => text)).toEqual([deniedText()]))
  })
})

describe('[PWA-5] the offer of notifications', () => {
  test('says how to allow them if the browser forbids them, until it is closed', async () => {
    permission.isDenied = true
    noteCause('message')
    await showAt('/chats', <OfferCard />)
    await tap(t('alert.pushAction'))
    expect(screen.getByText(deniedText())).toBeDefined()
    await tap(t('ui.close'))
    expect(screen.queryByText(deniedText())).toBeNull()
  })

  test('prompts the browser on a tap alone, then says that notifications are on', async () => {
    const asked = answerCalls({ 'user.push': {} })
    noteCause('message')
    await showAt('/chats', <OfferCard />)
    expect(screen.getByText(t('offer.pushAfterMessage'))).toBeDefined()
    expect(subscribed).not.toHaveBeenCalled()
    await tap(t('alert.pushAction'))
    expect(subscribed).toHaveBeenCalledOnce()
    expect(asked.map(({ name }) => name)).toEqual(['user.push'])
    expect(toasts.value.map(({ text }) => text)).toEqual([t('signup.pushIsOn')])
    expect(screen.queryByText(t('offer.pushAfterMessage'))).toBeNull()
  })

  test('a declined one is stored for the member, and no browser is prompted', async () => {
    const asked = answerCalls({ 'notifications.put': { settings: DEFAULT_MEMBER_SETTINGS } })
    noteCause('message')
    await showAt('/chats', <OfferCard />)
    await tap(t('alert.dismiss'))
    expect(screen.queryByText(t('offer.pushAfterMessage'))).toBeNull()
    expect(JSON.stringify(asked)).toContain('push')
    expect(subscribed).not.toHaveBeenCalled()
  })

  test('after a match a failure is said in the dialog, which covers the toasts', async () => {
    answerCalls({ 'user.push': 'server_error' })
    noteCause('match')
    await showAt('/likes', <MatchOffer />)
    await tap(t('alert.pushAction'))
    expect(screen.getByRole('status').textContent).toBe(t('error.server_error'))
    expect(toasts.value).toEqual([])
  })

  test('after a match it is a line of the dialog, and its tap does not close the dialog', async () => {
    answerCalls({ 'user.push': {} })
    const close = vi.fn<() => void>()
    noteCause('match')
    await showAt(
      '/likes',
      // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the dialog around it closes on a click
      <div onClick={close}>
        <MatchOffer />
      </div>,
    )
    expect(screen.getByText(t('offer.pushAfterMatch'))).toBeDefined()
    await tap(t('alert.pushAction'))
    expect(screen.getByRole('status').textContent).toBe(t('signup.pushIsOn'))
    expect(close).not.toHaveBeenCalled()
  })
})

describe('[PWA-9] the offer of the app', () => {
  beforeEach(() => {
    pushState.value = 'incapable'
  })

  test('opens the browser’s prompt by a tap, and a no there declines the offer', async () => {
    const prompt = browserAsks('dismissed')
    noteCause('message')
    await showAt('/chats', <OfferCard />)
    expect(prompt).not.toHaveBeenCalled()
    await tap(t('install.action'))
    expect(prompt).toHaveBeenCalledOnce()
    expect(screen.queryByText(t('install.offer', { site: siteName() }))).toBeNull()
    expect(declines()).toBe(1)
  })

  test('is over once the member has installed the app', async () => {
    browserAsks('accepted')
    noteCause('message')
    await showAt('/chats', <OfferCard />)
    await tap(t('install.action'))
    expect(toasts.value.map(({ text }) => text)).toEqual([t('install.done')])
    expect(declines()).toBe(0)
  })

  test('declined, it disappears without a prompt', async () => {
    const prompt = browserAsks('accepted')
    noteCause('message')
    await showAt('/chats', <OfferCard />)
    await tap(t('alert.dismiss'))
    expect(screen.queryByText(t('install.offer', { site: siteName() }))).toBeNull()
    expect(prompt).not.toHaveBeenCalled()
    expect(declines()).toBe(1)
  })
})
