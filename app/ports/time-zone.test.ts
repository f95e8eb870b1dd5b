import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { TimeZone } from '#contract/fields.ts'
import { deviceZone } from './time-zone.ts'

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
