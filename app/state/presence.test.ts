import { afterEach, expect, test } from 'vitest'
import { ONLINE_MS } from '#contract/limits.ts'
import { onLine } from '../ports/page.ts'
import { aCard } from '../testing/factories.ts'
import { isOnline, isTyping } from './presence.ts'
import { hearTyping } from './typing.ts'

const NOW = 10_000_000

afterEach(() => {
  onLine.value = true
  hearTyping({ conversation: '1-7', typing: false })
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

test('[PWA-16] nobody is shown as writing by a device without a connection', () => {
  hearTyping({ conversation: '1-7', typing: true })
  expect(isTyping('1-7')).toBe(true)
  onLine.value = false
  expect(isTyping('1-7')).toBe(false)
})

test('[PROF-14] a reserved profile and a deleted one show no presence', () => {
  expect(isOnline(aCard({ last_active: NOW, reserved: true }), NOW)).toBe(false)
  expect(isOnline(aCard({ last_active: NOW, exists: false }), NOW)).toBe(false)
})
