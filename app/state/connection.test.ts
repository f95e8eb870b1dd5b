import { describe, expect, test, vi } from 'vitest'
import { onLine, startedOffline } from '../ports/page.ts'
import { controlled } from '../ports/service-worker.ts'
import {
  connectionOf,
  countOnDevice,
  needsNewerVersion,
  noteOutcome,
  onBack,
  onceOnline,
  online,
} from './connection.ts'

const device = { connection: 'online' as const, waiting: 3, failed: [] }

describe('[PWA-2] the connection state', () => {
  test('the worker knows whether there is a network, and how many writes wait', () => {
    const known = { controlled: true, onLine: true, reached: false }
    expect(connectionOf({ ...known, device })).toEqual({
      online: true,
      waiting: 3,
      sending: 3,
      failed: [],
      full: false,
    })
    expect(connectionOf({ ...known, device: { ...device, connection: 'offline' } }).online).toBe(false)
  })

  test('[PWA-13] the worker reports a full device', () => {
    const known = { controlled: true, onLine: true, reached: true }
    expect(connectionOf({ ...known, device: { ...device, storage: 'full' } }).full).toBe(true)
    expect(connectionOf({ ...known, device: { ...device, storage: 'ok' } }).full).toBe(false)
  })

  test('an offline browser counts as offline at once, whatever the worker says', () => {
    const known = { controlled: true, onLine: false, reached: true, device }
    expect(connectionOf(known)).toEqual({ online: false, waiting: 3, sending: 3, failed: [], full: false })
  })

  test('without a worker the last call decides, and no writes wait', () => {
    const known = { controlled: false, device: null, onLine: true }
    expect(connectionOf({ ...known, reached: true })).toEqual({
      online: true,
      waiting: 0,
      sending: 0,
      failed: [],
      full: false,
    })
    expect(connectionOf({ ...known, reached: false }).online).toBe(false)
  })
})

test.each([
  ['an answer', { name: 'likes.get', reached: true, error: null }, true],
  ['a refusal', { name: 'likes.get', reached: true, error: 'not_found' }, true],
  [
    'the word of a worker that there is none',
    { name: 'likes.get', reached: true, error: 'network_unavailable' },
    false,
  ],
  ['an answer of the device', { name: 'device.state', reached: true, error: null }, false],
] as const)('[PWA-2] without a network, %s restores the connection of a page: %o, %s', (_, outcome, isRestored) => {
  noteOutcome({ name: 'user.get', reached: false, error: null })
  expect(online.value).toBe(false)
  noteOutcome(outcome)
  expect(online.value).toBe(isRestored)
  noteOutcome({ name: 'user.get', reached: true, error: null })
})

test('[PWA-10] a refusal that only a newer version can explain asks for that version', () => {
  expect(needsNewerVersion.value).toBe(false)
  noteOutcome({ name: 'likes.get', reached: true, error: 'newer_version_needed' })
  expect(needsNewerVersion.value).toBe(true)
})

test('[PWA-17] a page that the worker has sent without a network is offline until the worker says more', () => {
  controlled.value = true
  startedOffline.value = true
  expect(online.value).toBe(false)
  controlled.value = false
  expect(online.value, 'the worker has gone').toBe(true)
  startedOffline.value = false
})

test('[PWA-1] a task that waits for a network runs once when the network returns, and never if it was there already', async () => {
  const run = vi.fn<() => void>()
  onceOnline(run)
  onLine.value = false
  onLine.value = true
  expect(run).not.toHaveBeenCalled()
  onLine.value = false
  onceOnline(run)
  expect(run).not.toHaveBeenCalled()
  for (const now of [true, false, true]) {
    onLine.value = now
    await Promise.resolve()
  }
  expect(run).toHaveBeenCalledOnce()
})

test('[SITE-14] a subscriber of `online` is not notified when a worker takes control', () => {
  const heard: boolean[] = []
  const stop = online.subscribe((isOnline) => heard.push(isOnline))
  controlled.value = true
  controlled.value = false
  stop()
  expect(heard).toEqual([true])
})

test('[PWA-1] a task waits for the next return of the network, whether it was away before or goes away later', () => {
  const run = vi.fn<() => void>()
  const stop = onBack(run)
  expect(run).not.toHaveBeenCalled()
  for (const now of [false, true, false, true]) onLine.value = now
  expect(run).toHaveBeenCalledTimes(2)
  stop()
  for (const now of [false, true]) onLine.value = now
  expect(run).toHaveBeenCalledTimes(2)
  onLine.value = false
  const stopNext = onBack(run)
  onLine.value = true
  stopNext()
  expect(run).toHaveBeenCalledTimes(3)
})

test('[PWA-11] refused writes and chosen photos are on this device alone, too, and a logout asks for them', async () => {
  controlled.value = true
  const id = '01890000-0000-7000-8000-000000000001'
  const failed = [{ id, kind: 'messages.send', failure: { error: 'blocked' } }]
  const drafts = [{ id, place: '1-2', name: 'sea.jpg', bytes: 4 }]
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/drafts') ? { drafts } : { ...device, failed }),
  )
  expect(await countOnDevice()).toBe(3 + 1 + 1)
  controlled.value = false
  vi.unstubAllGlobals()
})
