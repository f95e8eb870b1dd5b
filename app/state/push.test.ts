import { afterEach, expect, test, vi } from 'vitest'
import it from '#locales/it.json' with { type: 'json' }
import { onLine } from '../ports/page.ts'
import { errorText } from './error-text.ts'
import { loadAllTexts, showLocale } from './i18n.ts'
import {
  followPushState,
  forgetPushState,
  isPushOn,
  pushState,
  refreshPushState,
  turnPushOff,
  turnPushOn,
} from './push.ts'
import { settings } from './site.ts'

// The original reads the document.
vi.mock('../ports/device-storage.ts', () => ({ protectQuietly: async () => {} }))

afterEach(() => {
  vi.unstubAllGlobals()
  forgetPushState()
})

type Browser = { permission?: NotificationPermission; subscribed?: boolean; serverPushes?: boolean }

const browser = ({ permission = 'granted', subscribed = true, serverPushes = true }: Browser) => {
  const pushManager = { getSubscription: async () => (subscribed ? {} : null) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission })
  const state = { connection: 'online', waiting: 0, failed: [], push: serverPushes }
  vi.stubGlobal('fetch', async () => Response.json(state))
}

const shown = async (own: Browser) => {
  browser(own)
  await refreshPushState()
  return [pushState.value, await isPushOn()]
}

test('[PWA-5] on: the browser is subscribed, and the server pushes to it for this member', async () => {
  expect(await shown({})).toEqual(['on', true])
  expect(await shown({ serverPushes: false })).toEqual(['off', false])
  expect(await shown({ subscribed: false })).toEqual(['off', false])
})

test('[PWA-5] denied, even if a subscription from before is left', async () => {
  expect(await shown({ permission: 'denied' })).toEqual(['denied', false])
})

test('[PWA-5] notifications that the member allows in the settings of the browser can be turned on without a reload', async () => {
  const status = new EventTarget()
  browser({ permission: 'denied' })
  Object.assign(navigator, { permissions: { query: async () => status } })
  const end = followPushState()
  await vi.waitFor(() => expect(pushState.value).toBe('denied'))
  vi.stubGlobal('Notification', { permission: 'granted' })
  status.dispatchEvent(new Event('change'))
  await vi.waitFor(() => expect(pushState.value).toBe('on'))
  end()
  vi.stubGlobal('Notification', { permission: 'denied' })
  status.dispatchEvent(new Event('change'))
  await Promise.resolve()
  expect(pushState.value).toBe('on')
})

test('[PWA-5] incapable, without a request to the worker', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', {})
  await refreshPushState()
  expect(pushState.value).toBe('incapable')
})

const subscribe = () => Promise.reject(new DOMException('push service error', 'AbortError'))

const subscribedWithOtherKey = () => Promise.reject(new DOMException('another key', 'InvalidStateError'))

test('[PWA-5] turning push on without a push service fails with its own error; without a network, with the network error', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await showLocale('it')
  await loadAllTexts()
  vi.spyOn(settings, 'peek').mockReturnValue({ push_public_key: 'key' } as never)
  const pushManager = { subscribe, getSubscription: async () => null }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  const refusal = await turnPushOn()
  expect(refusal && errorText(refusal)).toBe(it['field.push_service_unknown'])
  expect(pushState.value).toBe('off')
  onLine.value = false
  expect(await turnPushOn()).toEqual({ error: 'network_unavailable' })
  onLine.value = true
})

type Tap = {
  permission?: NotificationPermission
  /** The answer of the push service to each attempt. */
  attempts?: (() => Promise<unknown>)[]
  answer?: () => Response
}

/** A browser in which the member turns push on or off, and the requests and acts that follow. */
const tapped = ({ permission = 'granted', attempts = [], answer = () => Response.json({}) }: Tap) => {
  vi.spyOn(settings, 'peek').mockReturnValue({ push_public_key: 'key' } as never)
  const acts: string[] = []
  const sent: unknown[] = []
  const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) }
  const subscription = {
    toJSON: () => ({ endpoint: 'https://push.example.test/1', keys }),
    unsubscribe: async () => acts.push('unsubscribed') > 0,
  }
  const pushManager = {
    subscribe: () => {
      acts.push('subscribed')
      return (attempts.shift() ?? (async () => subscription))()
    },
    getSubscription: async () => subscription,
  }
  const serviceWorker = { ready: Promise.resolve({ pushManager }), getRegistration: async () => ({ pushManager }) }
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('Notification', { requestPermission: async () => permission })
  vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
    sent.push(JSON.parse(typeof body === 'string' ? body : '{}'))
    return answer()
  })
  return { acts, sent }
}

test('[PWA-5] turning push on sends the subscription and the time zone to the server', async () => {
  const { acts, sent } = tapped({})
  expect(await turnPushOn()).toBeNull()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(sent).toMatchObject([{ subscription: { endpoint: 'https://push.example.test/1' }, time_zone: timeZone }])
  expect([acts, pushState.value]).toEqual([['subscribed'], 'on'])
})

test('[PWA-5] a member who dismisses or refuses the question of the browser is not subscribed', async () => {
  for (const [permission, state] of [
    ['default', 'off'],
    ['denied', 'denied'],
  ] as const) {
    const { acts, sent } = tapped({ permission })
    expect([await turnPushOn(), pushState.value, acts, sent]).toEqual([null, state, [], []])
  }
})

test('[PWA-5] a subscription with a former key of the server is replaced', async () => {
  const { acts } = tapped({ attempts: [subscribedWithOtherKey] })
  expect([await turnPushOn(), pushState.value]).toEqual([null, 'on'])
  expect(acts).toEqual(['subscribed', 'unsubscribed', 'subscribed'])
})

test('[PWA-5] a subscription that the server refuses ends on the device as well', async () => {
  const { acts } = tapped({ answer: () => Response.json({ error: 'rate_limited' }, { status: 429 }) })
  expect([await turnPushOn(), pushState.value]).toEqual([{ error: 'rate_limited' }, 'off'])
  expect(acts).toEqual(['subscribed', 'unsubscribed'])
})

test('[PWA-5] turning push off ends the subscription at the server and on the device', async () => {
  const { acts, sent } = tapped({})
  await turnPushOff()
  expect([acts, sent, pushState.value]).toEqual([['unsubscribed'], [{ subscription: null }], 'off'])
})
