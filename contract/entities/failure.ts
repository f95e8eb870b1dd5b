/** A write that waits on the device: its states, and the reason the server refused it. */
import * as v from 'valibot'
import { ERROR_CODES, FIELD_ERRORS } from '../errors.ts'
import { Count, Timestamp } from '../fields.ts'

export const Failure = v.object({
  error: v.picklist(ERROR_CODES),
  fields: v.optional(v.record(v.string(), v.picklist(FIELD_ERRORS))),
  name: v.optional(v.string()),
  cost: v.optional(Count),
  credits: v.optional(Count),
  limit: v.optional(Count),
  opens_at: v.optional(Timestamp),
})
export type Failure = v.InferOutput<typeof Failure>

export const WAITING_STATES = ['queued', 'sending', 'failed'] as const

/** The share of a waiting photo that has arrived at the server, in [0, 1]; missing before its first part, and if it goes whole. */
export const UploadedShare = v.optional(v.number())
