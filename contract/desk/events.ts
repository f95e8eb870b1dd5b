/** The desk's event stream: hints that something has changed, so that the page reads it again. */
import type { DeskCall } from './call.ts'

export type DeskHint =
  | 'queue'
  | 'claim'
  | 'answers'
  | 'fictional'
  | 'photos'
  /** This photo was decided. */
  | `photo:${number}`
  | 'settings'
  | 'codes'
  | 'announcements'
  | `case:${number}`
  | `member:${number}`

/**
 * A page sends this header with a read that a hint caused: nobody has used the desk, so the read must not keep an abandoned
 * session alive [DESK-1].
 */
export const BACKGROUND_HEADER = 'x-desk-background'

export const liveCalls = {
  /** Each event is one `DeskHint`. The stream ends with the session. */
  events: { method: 'GET', path: 'events', roles: 'staff', background: true, response: 'stream', errors: [] },
} as const satisfies Record<string, DeskCall>
