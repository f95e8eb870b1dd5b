/** The calls about the device itself, answered by the worker alone. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { Failure } from '../entities/failure.ts'
import { ClientId, Count, Id } from '../fields.ts'
import { Empty } from './parts.ts'

export const deviceCalls = {
  'device.state': {
    method: 'GET',
    path: 'device',
    who: 'visitor',
    offline: 'device',
    response: v.object({
      connection: v.picklist(['online', 'offline']),
      /** Writes that wait, and writes the server refused. */
      waiting: Count,
      /** `full`: the last write found no room here though photos had made some [PWA-13]. */
      storage: v.optional(v.picklist(['ok', 'full'])),
      /** `kind` is the name of the call, `profile` the one it was about. */
      failed: v.array(v.object({ id: ClientId, kind: v.string(), failure: Failure, profile: v.optional(Id) })),
    }),
    errors: ['no_device'],
  },
  'device.sync': {
    method: 'POST',
    path: 'device/sync',
    who: 'visitor',
    offline: 'device',
    response: Empty,
    errors: ['no_device'],
  },
  'device.retry': {
    method: 'POST',
    path: 'device/outbox/:id',
    who: 'member',
    offline: 'device',
    params: v.object({ id: ClientId }),
    response: Empty,
    errors: ['no_device', 'not_found'],
  },
  'device.discard': {
    method: 'DELETE',
    path: 'device/outbox/:id',
    who: 'member',
    offline: 'device',
    params: v.object({ id: ClientId }),
    response: Empty,
    errors: ['no_device', 'not_found'],
  },
} as const satisfies Record<string, Call>
