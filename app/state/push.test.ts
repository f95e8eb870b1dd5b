import { afterEach, expect, test, vi } from 'vitest'
import { forgetPushState, isPushOn, pushState, refreshPushState } from './push.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetPushState()
})

type Browser = { permission?: NotificationPermission; subscribed?: boolean; told?: boolean }

const browser = ({ permission = 'granted', subscribed = true, told = true }: Browser) => {
  const pushManager = { getSubscription: async () => (subscribed ? {} : null) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  vi.stubGlobal('window', { PushManager: {}, Notification: {} })
  vi.stubGlobal('Notification', { permission })
  const state = { connection: 'online', waiting: 0, failed: [], push: told }
  vi.stubGlobal('fetch', async () => Response.json(state))
}

const shown = async (own: Browser) => {
  browser(own)
  await refreshPushState()
  return [pushState.value, await isPushOn()]
}

test('[PWA-5] on: the browser is subscribed, and the server pushes to it for this member', async () => {
  expect(await shown({})).toEqual(['on', true])
  expect(await shown({ told: false })).toEqual(['off', false])
  expect(await shown({ subscribed: false })).toEqual(['off', false])
})

test('[PWA-5] denied, also where it was once allowed', async () => {
  expect(await shown({ permission: 'denied' })).toEqual(['denied', false])
})

test('[PWA-5] incapable: then nothing is asked', async () => {
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('window', {})
  await refreshPushState()
  expect(pushState.value).toBe('incapable')
})
