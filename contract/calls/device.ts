/** The calls about the device itself, answered by the worker alone. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { Failure } from '../entities/failure.ts'
import { ClientId, Count, Id, Timestamp } from '../fields.ts'
import { PHOTO_BYTES_MAX } from '../limits.ts'
import { Empty } from './parts.ts'

/**
 * What was chosen or shared and is not sent yet. `place`: where it waits, `SHARE_PLACE`, `PROFILE_PLACE` or
 * a conversation. The picture is at `/photos/<id>/full`.
 */
const Draft = v.object({
  id: ClientId,
  place: v.string(),
  /** Of the file, as the member knows it. */
  name: v.string(),
  bytes: Count,
  /** Words that were shared; such an entry has no picture. */
  text: v.optional(v.string()),
  /** Of a picture that is prepared: its size in pixels, and its corner colours. */
  width: v.optional(Count),
  height: v.optional(Count),
  colours: v.optional(v.string()),
  /** Not kept, and why: its name alone is. */
  error: v.optional(v.picklist(['photo_too_large', 'photo_broken'])),
})
export type Draft = v.InferOutput<typeof Draft>

export const deviceCalls = {
  'device.state': {
    method: 'GET',
    path: 'device',
    who: 'visitor',
    offline: 'device',
    response: v.object({
      connection: v.picklist(['online', 'offline']),
      /** No answer has come since the worker was started: whether the network works is not known yet [PWA-16]. */
      unheard: v.optional(v.boolean()),
      /** Writes that wait, and writes the server refused. */
      waiting: Count,
      /** `full`: the last write found no room here though photos had made some [PWA-13]. */
      storage: v.optional(v.picklist(['ok', 'full'])),
      /** Whether the server sends pushes to this device, for the member who is here [PWA-5]. */
      push: v.optional(v.boolean()),
      /** Writes that wait for the login of a member whom the server has logged out: their name, and how many. */
      parked: v.optional(v.object({ name: v.string(), count: Count })),
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
  /** What is kept here, of whoever is here [PWA-13]. */
  'device.storage': {
    method: 'GET',
    path: 'device/storage',
    who: 'visitor',
    offline: 'device',
    response: v.object({
      conversations: Count,
      messages: Count,
      profiles: Count,
      likes: Count,
      photos: Count,
      photo_bytes: Count,
    }),
    errors: ['no_device'],
  },
  /**
   * Makes room: photos, and who is in no conversation, like or write. `all`: also everything else that the server has;
   * it is fetched again. Never what was written or chosen here. `freed` is in bytes, roughly.
   */
  'device.free': {
    method: 'POST',
    path: 'device/free',
    who: 'visitor',
    offline: 'device',
    body: v.object({ all: v.boolean() }),
    response: v.object({ freed: Count }),
    errors: ['no_device'],
  },
  /** How the worker is doing, for whoever helps: nobody's words, names or numbers. `kind` is the name of a call, `reason` an error code. */
  'device.report': {
    method: 'GET',
    path: 'device/report',
    who: 'visitor',
    offline: 'device',
    response: v.object({
      version: v.string(),
      synced_at: v.nullable(Timestamp),
      queue: v.array(
        v.object({
          kind: v.string(),
          state: v.picklist(['queued', 'sending', 'failed']),
          age_ms: Count,
          attempts: Count,
          reason: v.nullable(v.string()),
        }),
      ),
    }),
    errors: ['no_device'],
  },
  /** Where a tapped notification leads, if that is still to be shown: handed out once [PWA-7]. */
  'device.route': {
    method: 'POST',
    path: 'device/route',
    who: 'visitor',
    offline: 'device',
    response: v.object({ path: v.nullable(v.string()) }),
    errors: ['no_device'],
  },
  /** Oldest first. What a visitor shared waits for their login. */
  'device.drafts': {
    method: 'GET',
    path: 'device/drafts',
    who: 'visitor',
    offline: 'device',
    response: v.object({ drafts: v.array(Draft) }),
    errors: ['no_device'],
  },
  /** Keeps a chosen photo while it is not sent; under the same id the one before is replaced. */
  'device.drafts.keep': {
    method: 'POST',
    path: 'device/drafts',
    who: 'member',
    offline: 'device',
    query: v.object({
      id: ClientId,
      place: v.string(),
      name: v.string(),
      width: v.optional(v.string()),
      height: v.optional(v.string()),
      colours: v.optional(v.string()),
    }),
    upload: { bytesMax: PHOTO_BYTES_MAX, types: [] },
    response: Empty,
    errors: ['no_device', 'photo_too_large', 'storage_full'],
  },
  /** What was shared goes where the member wants it: a conversation, or the profile. Its words go there with the page. */
  'device.drafts.move': {
    method: 'PUT',
    path: 'device/drafts/:place',
    who: 'member',
    offline: 'device',
    params: v.object({ place: v.string() }),
    response: Empty,
    errors: ['no_device'],
  },
  /** `key`: the id of one, or a place with all that waits there. */
  'device.drafts.drop': {
    method: 'DELETE',
    path: 'device/drafts/:key',
    who: 'visitor',
    offline: 'device',
    params: v.object({ key: v.string() }),
    response: Empty,
    errors: ['no_device'],
  },
} as const satisfies Record<string, Call>
