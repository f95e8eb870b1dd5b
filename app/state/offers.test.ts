import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_MEMBER_SETTINGS } from '#contract/entities/member-settings.ts'
import type { OfferMemory } from '#contract/rules/offers.ts'
import { installPrompt, type InstallPrompt } from '../ports/installation.ts'
import { onLine } from '../ports/page.ts'
import { aUser } from '../testing/factories.ts'
import { declineOffer, endOffer, noteCause, noteOffered, offered, startOffers } from './offers.ts'
import { pushState } from './push.ts'
import { putAnswer } from './resource.ts'
import { startSession } from './session.ts'

const counted = { unread_messages: 0, new_likes: 0 }
const stored = new Map<string, string>()
const heard = new Map<string, () => void>()
const remembered = (): OfferMemory => JSON.parse(stored.get('offers') ?? 'null') as OfferMemory
const remember = (change: Partial<OfferMemory>): void =>
  void stored.set('offers', JSON.stringify({ declined: [], offered: 0, days: 0, day: '', ...change }))

/** Makes the browser's install prompt available, without showing it. */
const browserAsks = (): void => {
  installPrompt.value = Object.assign(new Event('beforeinstallprompt'), {
    prompt: async () => undefined,
    userChoice: Promise.resolve({ outcome: 'accepted' as const }),
  }) satisfies InstallPrompt
}
const logIn = (push?: number): void =>
  putAnswer(
    'user.get',
    {},
    {
      user: aUser({ settings: { ...DEFAULT_MEMBER_SETTINGS, dismissed_alerts: push === undefined ? {} : { push } } }),
      counts: counted,
    },
  )
const logOut = (): void => putAnswer('user.get', {}, { user: null, counts: null })

vi.stubGlobal('window', { addEventListener: (name: string, run: () => void) => heard.set(name, run) })
vi.stubGlobal('matchMedia', () => ({ matches: false }))
vi.stubGlobal('navigator', { userAgent: 'Chrome/140', maxTouchPoints: 0 })
// In this browser, persistent storage needs the member's permission; these tests never ask for it.
vi.stubGlobal('CSS', { supports: () => true })
vi.stubGlobal('document', { cookie: 'locale=it' })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
})
vi.stubGlobal('fetch', async () => Response.json({ settings: DEFAULT_MEMBER_SETTINGS }))
startSession()
startOffers()

beforeEach(() => {
  stored.clear()
  pushState.value = 'off'
  logIn()
})
afterEach(() => {
  installPrompt.value = null
  endOffer()
  logOut()
})

test('[PWA-5] nothing is offered on load; after a message, notifications are offered without the app beside them', () => {
  browserAsks()
  expect(offered.value).toBeNull()
  noteCause('message')
  expect(offered.value).toEqual({ offer: 'push', cause: 'message' })
  noteCause('visit')
  expect(offered.value?.offer).toBe('push')
})

test('[PWA-5] a message that was sent before the session was known keeps its offer: the visit does not replace it', () => {
  logOut()
  noteCause('message')
  logIn()
  expect(offered.value).toEqual({ offer: 'push', cause: 'message' })
})

test('[PWA-5] nothing is offered until the push state of this device is known', () => {
  pushState.value = null
  noteCause('match')
  expect(offered.value).toBeNull()
  pushState.value = 'off'
  expect(offered.value).toEqual({ offer: 'push', cause: 'match' })
})

test('[PWA-5] an offer that needs a network waits until there is one', () => {
  onLine.value = false
  noteCause('message')
  expect(offered.value).toBeNull()
  onLine.value = true
  expect(offered.value).toEqual({ offer: 'push', cause: 'message' })
})

test('[PWA-9] the browser’s install prompt may come after the cause', () => {
  pushState.value = 'incapable'
  noteCause('message')
  expect(offered.value).toBeNull()
  browserAsks()
  expect(offered.value?.offer).toBe('install')
})

test('[PWA-9] an offer that was shown delays the next, and a declined one is remembered', () => {
  pushState.value = 'denied'
  browserAsks()
  noteCause('message')
  noteOffered()
  declineOffer()
  expect(offered.value).toBeNull()
  expect(remembered().declined).toHaveLength(1)
  noteCause('match')
  expect(offered.value).toBeNull()
})

test('[PWA-9] a third day counts once a member is logged in, and is forgotten when the member leaves', () => {
  logOut()
  remember({ days: 2, day: 'yesterday', declined: [1] })
  pushState.value = 'incapable'
  browserAsks()
  expect(offered.value).toBeNull()
  logIn()
  expect(offered.value).toEqual({ offer: 'install', cause: 'visit' })
  logOut()
  expect(offered.value).toBeNull()
  expect(remembered()).toMatchObject({ days: 0, day: '', declined: [1] })
})

test('[PWA-9] an installed app is no longer offered', () => {
  pushState.value = 'incapable'
  browserAsks()
  noteCause('message')
  expect(offered.value?.offer).toBe('install')
  heard.get('appinstalled')?.()
  expect(offered.value).toBeNull()
  expect(installPrompt.value).toBeNull()
})
