/** The desk's event stream. */
import type { DeskCall } from '../call.ts'

export const liveCalls = {
  /** Each event is one `DeskHint`. The stream ends with the session. */
  events: { method: 'GET', path: 'events', roles: 'staff', background: true, response: 'stream', errors: [] },
} as const satisfies Record<string, DeskCall>
