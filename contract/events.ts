/** What the event stream says: hints, never contents. `change` means: ask `sync`. */
import * as v from 'valibot'
import { Count } from './fields.ts'

export const StreamEvent = v.variant('type', [
  v.object({ type: v.literal('change'), seq: Count }),
  v.object({ type: v.literal('logout') }),
])
export type StreamEvent = v.InferOutput<typeof StreamEvent>

/** A comment line this often keeps proxies from closing a quiet stream. */
export const HEARTBEAT_MS = 25_000
