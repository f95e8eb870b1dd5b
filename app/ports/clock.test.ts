import { HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { atMost, deviceZone, noteServerTime, now, serverNow } from './clock.ts'
import * as v from 'valibot'
import { TimeZone } from '#contract/fields.ts'

afterEach(() => void vi.useRealTimers())

test('the wait ends with the promise, resolved or rejected, and at the latest at the limit', async () => {
  vi.useFakeTimers()
  const ended: string[] = []
  void atMost(400, Promise.resolve()).then(() => ended.push('well'))
  void atMost(400, Promise.reject(new Error('not here'))).then(() => ended.push('not well'))
  void atMost(400, new Promise(() => {})).then(() => ended.push('late'))
  await vi.advanceTimersByTimeAsync(399)
  expect(ended.toSorted()).toEqual(['not well', 'well'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toContain('late')
})

/** Noon on the server, and on this device what its clock says then. */
const NOON = Date.UTC(2026, 10, 27, 12)
const hear = (lead: number, tookMs = 0): void => {
  vi.useFakeTimers({ now: NOON - lead })
  noteServerTime(new Date(NOON).toUTCString(), now() - tookMs)
}

test.each([3 * HOUR_MS, -3 * HOUR_MS])(
  '[PAY-9] an answer tells a clock of the server that differs by %i ms',
  (lead) => {
    hear(lead)
    vi.advanceTimersByTime(MINUTE_MS)
    expect(serverNow()).toBe(NOON + MINUTE_MS)
    hear(0)
    expect(serverNow(), 'once the device has the right time').toBe(now())
  },
)

test('[PAY-9] an answer without a time, or one that lay unread while the phone slept, tells nothing', () => {
  hear(0)
  noteServerTime(null, now())
  hear(HOUR_MS, MINUTE_MS)
  expect(serverNow()).toBe(now())
})

test('[PAY-9] a clock that differs by seconds counts as right, so that no countdown jumps', () => {
  hear(MINUTE_MS)
  expect(serverNow()).toBe(now())
})

const seen = (timeZone: string | undefined) => {
  const options = new Intl.DateTimeFormat().resolvedOptions()
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ ...options, timeZone } as never)
  return deviceZone()
}

// As Chromium reports them for TZ=Foo/Bar and TZ=GMT+3, and for a zone that it cannot name.
test.each(['Etc/Unknown', '+03:00', undefined])(
  '[LIKE-5][PWA-5] the zone %s of a device is not sent, since every call with it would be refused',
  (zone) => {
    expect(v.is(TimeZone, zone)).toBe(false)
    expect(seen(zone)).toBeUndefined()
  },
)

test.each(['Europe/Rome', 'UTC', 'Etc/GMT+12', 'America/Argentina/Buenos_Aires'])('%s is', (zone) => {
  expect(seen(zone)).toBe(zone)
})
