import { afterEach, expect, test } from 'vitest'
import { HOUR_MS, ONLINE_MS } from '#contract/limits.ts'
import { now } from '../ports/clock.ts'
import { onLine } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import { aCard } from '../testing/factories.ts'
import { setServerAhead } from '../testing/zone.ts'
import { isOnline, isTyping } from './presence.ts'
import { putAnswer } from './resource.ts'
import { receiveTyping } from './typing.ts'

const NOW = 10_000_000

afterEach(() => {
  onLine.value = true
  controlled.value = false
  receiveTyping({ conversation: '1-7', typing: false })
})

test('[PWA-16] nobody is shown as online by a device without a connection', () => {
  const person = aCard({ last_active: NOW })
  expect(isOnline(person, NOW)).toBe(true)
  onLine.value = false
  expect(isOnline(person, NOW)).toBe(false)
  onLine.value = true
  expect(isOnline(person, NOW)).toBe(true)
  expect(isOnline(person, NOW + ONLINE_MS)).toBe(false)
})

test('[PWA-16] a device whose clock is an hour behind does not show everybody of that hour as online', () => {
  expect(isOnline(aCard({ last_active: NOW + 2 * 60_000 }), NOW)).toBe(true)
  expect(isOnline(aCard({ last_active: NOW + 30 * 60_000 }), NOW)).toBe(false)
})

test('[PWA-16] a device whose clock is hours wrong shows who is online by the server’s clock', () => {
  setServerAhead(5 * HOUR_MS)
  expect(isOnline(aCard({ last_active: now() + 5 * HOUR_MS }))).toBe(true)
  expect(isOnline(aCard({ last_active: now() }))).toBe(false)
})

test('[PWA-16] nobody is shown as writing by a device without a connection', () => {
  receiveTyping({ conversation: '1-7', typing: true })
  expect(isTyping('1-7')).toBe(true)
  onLine.value = false
  expect(isTyping('1-7')).toBe(false)
})

test('[PWA-16] until the worker has had an answer from the server, nobody shows as online or writing', () => {
  const person = aCard({ last_active: NOW })
  receiveTyping({ conversation: '1-7', typing: true })
  controlled.value = true
  expect([isOnline(person, NOW), isTyping('1-7')]).toEqual([false, false])
  // After a sleep: the network seems to work, but no request has been answered yet.
  const state = { connection: 'online' as const, waiting: 0, failed: [] }
  putAnswer('device.state', {}, { ...state, unheard: true })
  expect([isOnline(person, NOW), isTyping('1-7')]).toEqual([false, false])
  putAnswer('device.state', {}, state)
  expect([isOnline(person, NOW), isTyping('1-7')]).toEqual([true, true])
  putAnswer('device.state', {}, { ...state, connection: 'offline' })
  expect([isOnline(person, NOW), isTyping('1-7')]).toEqual([false, false])
})

test('[PROF-14] a reserved profile and a deleted one show no presence', () => {
  expect(isOnline(aCard({ last_active: NOW, reserved: true }), NOW)).toBe(false)
  expect(isOnline(aCard({ last_active: NOW, exists: false }), NOW)).toBe(false)
})
