import { afterEach, expect, test, vi } from 'vitest'
import it from '#locales/it.json' with { type: 'json' }
import { onLine } from '../ports/page.ts'
import { errorText } from './error-text.ts'
import { loadAllTexts, showLocale } from './i18n.ts'
import { forgetPushState, isPushOn, pushState, refreshPushState, turnPushOn } from './push.ts'
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

test('[PWA-5] incapable, without a request to the worker', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', {})
  await refreshPushState()
  expect(pushState.value).toBe('incapable')
})

const subscribe = () => Promise.reject(new DOMException('push service error', 'AbortError'))

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

test('[PWA-5] turning push on sends the subscription and the time zone to the server', async () => {
  vi.spyOn(settings, 'peek').mockReturnValue({ push_public_key: 'key' } as never)
  const subscription = {
    endpoint: 'https://push.example.test/1',
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
    unsubscribe: async () => true,
  }
  const pushManager = {
    subscribe: async () => ({ toJSON: () => subscription }),
    getSubscription: async () => subscription,
  }
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ pushManager }) } })
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' })
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: unknown, { body }: RequestInit) => {
    sent.push(JSON.parse(typeof body === 'string' ? body : '{}'))
    return Response.json({})
  })
  expect(await turnPushOn()).toBeNull()
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  expect(sent).toMatchObject([{ subscription: { endpoint: subscription.endpoint }, time_zone: timeZone }])
  expect(pushState.value).toBe('on')
})
