/** One of the member's sessions, as the settings list it [ACC-16]. The token never leaves the server. */
import * as v from 'valibot'
import { Timestamp } from '../fields.ts'

export const DEVICE_KINDS = ['phone', 'tablet', 'desktop', 'unknown'] as const

export const MemberSession = v.object({
  /** The id for DELETE `sessions/:id`; it has no other use. */
  id: v.string(),
  device: v.picklist(DEVICE_KINDS),
  /** The names of browser and system, e.g. `Firefox`, `Android`; empty if unknown. */
  browser: v.string(),
  system: v.string(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  current: v.boolean(),
})
export type MemberSession = v.InferOutput<typeof MemberSession>
