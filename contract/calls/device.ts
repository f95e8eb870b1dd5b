/** The calls about the device itself, answered by the worker alone. */
import * as v from 'valibot'
import type { Call } from '../call.ts'
import { Failure, WAITING_STATES } from '../entities/failure.ts'
import { StreamNews } from '../events.ts'
import { ClientId, Count, Id, Timestamp } from '../fields.ts'
import { PHOTO_BYTES_MAX, SNAPSHOT_LENGTH_MAX } from '../limits.ts'
import { LOCALES } from '../locales.ts'
import { Empty } from './parts.ts'

/**
 * A photo or text that was chosen or shared and is not sent yet. `place`: `SHARE_PLACE`, `PROFILE_PLACE` or a
 * conversation. The picture is at `/photos/<id>/full`.
 */
const Draft = v.object({
  id: ClientId,
  place: v.string(),
  /** The file name that the member knows. */
  name: v.string(),
  bytes: Count,
  /** A shared text, or a reply in a notification that could not be queued; such a draft has no picture. */
  text: v.optional(v.string()),
  /** The size in pixels and the corner colours of a prepared picture. */
  width: v.optional(Count),
  height: v.optional(Count),
  colours: v.optional(v.string()),
  /** The reason the file was refused; then only its name is stored. */
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
      /** No answer has arrived since the worker started, so the state of the network is unknown [PWA-16]. */
      unheard: v.optional(v.boolean()),
      /** The number of queued writes. */
      waiting: Count,
      /** How many of them are not sent yet because the member can still undo them [CHAT-8]. */
      undoable: v.optional(Count),
      /** `full`: the last write found no space, even after photos were deleted [PWA-13]. */
      storage: v.optional(v.picklist(['ok', 'full'])),
      /** Whether the server sends pushes to this device for the member who is logged in [PWA-5]. */
      push: v.optional(v.boolean()),
      /** The name of a member whom the server logged out, and the number of their queued writes. */
      parked: v.optional(v.object({ name: v.string(), count: Count })),
      /** The number of chosen photos and refused writes of a member whom the server logged out. */
      parked_drafts: v.optional(Count),
      /** The number of writes and drafts that were deleted unsent because the session was ended elsewhere [ACC-16]. */
      lost: v.optional(Count),
      /** The server was put back to an earlier state, and the member has not read that yet. */
      put_back: v.optional(v.boolean()),
      /** The refused writes. `kind` is the name of the call, `profile` the profile it was about. */
      failed: v.array(v.object({ id: ClientId, kind: v.string(), failure: Failure, profile: v.optional(Id) })),
    }),
    errors: ['no_device'],
  },
  /** Brings the device up to date, by the changes that the stream brought or by asking the server. */
  'device.sync': {
    method: 'POST',
    path: 'device/sync',
    who: 'visitor',
    offline: 'device',
    /** News in the form of a newer page counts as none, so that the server is asked. */
    body: v.object({ news: v.fallback(v.optional(StreamNews), undefined) }),
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
  /** The member has read how many writes were lost, or that the server was put back. */
  'device.lost.drop': {
    method: 'DELETE',
    path: 'device/lost',
    who: 'visitor',
    offline: 'device',
    response: Empty,
    errors: ['no_device'],
  },
  /** The amount of data stored on this device for the current session [PWA-13]. */
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
   * Frees space: deletes photos, and profiles in no conversation, like or write. `all` also deletes all other data that
   * the server has; it is fetched again. Writes and drafts always stay. `freed` is in bytes, roughly.
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
  /**
   * A report on the worker's state for support, without texts, names or numbers of people. `kind` is the name of a
   * call, `reason` an error code.
   */
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
          state: v.picklist(WAITING_STATES),
          age_ms: Count,
          attempts: Count,
          reason: v.nullable(v.string()),
        }),
      ),
    }),
    errors: ['no_device'],
  },
  /**
   * Stores the markup of a screen for the next start of the app [PWA-17]. `call` is the request whose answer the screen
   * shows, `tag` says what of it (`rules/snapshot-tag.ts`).
   */
  'device.snapshot': {
    method: 'PUT',
    path: 'device/snapshot',
    who: 'member',
    offline: 'device',
    body: v.object({
      path: v.pipe(v.string(), v.regex(/^\/(?:members|chats(?:\/[1-9]\d*-[1-9]\d*)?)$/)),
      call: v.string(),
      tag: v.string(),
      locale: v.picklist(LOCALES),
      html: v.pipe(v.string(), v.maxLength(SNAPSHOT_LENGTH_MAX)),
      /** The style attributes of the markup as rules, because the content security policy allows no such attributes. */
      styles: v.pipe(v.string(), v.maxLength(SNAPSHOT_LENGTH_MAX)),
      /** The style sheets of the app that the markup needs. */
      sheets: v.array(v.pipe(v.string(), v.regex(/^\/assets\/[\w-]+\.css$/))),
    }),
    response: Empty,
    errors: ['no_device'],
  },
  /** The path of a tapped notification that was not shown yet; returned once [PWA-7]. */
  'device.route': {
    method: 'POST',
    path: 'device/route',
    who: 'visitor',
    offline: 'device',
    response: v.object({ path: v.nullable(v.string()) }),
    errors: ['no_device'],
  },
  /** The drafts, oldest first. Drafts that a visitor shared wait for their login. */
  'device.drafts': {
    method: 'GET',
    path: 'device/drafts',
    who: 'visitor',
    offline: 'device',
    response: v.object({ drafts: v.array(Draft) }),
    errors: ['no_device'],
  },
  /** Stores a chosen photo until it is sent; a draft with the same id is replaced. */
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
  /** Moves shared drafts to a conversation or the profile. Their texts move with the page. */
  'device.drafts.move': {
    method: 'PUT',
    path: 'device/drafts/:place',
    who: 'member',
    offline: 'device',
    params: v.object({ place: v.string() }),
    response: Empty,
    errors: ['no_device'],
  },
  /** Deletes drafts. `key`: the id of a draft, or a place, for all its drafts. */
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
