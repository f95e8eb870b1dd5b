/**
 * The device's answer (status 202) to a write that it has added to the outbox. `id` is the id of the outbox row
 * (`device.discard` deletes it while it is queued). Without `id` nothing is queued, for example when a queued photo was
 * dropped.
 */
import { CLIENT_ID } from './rules/ids.ts'

export type Queued = { queued: true; id?: string }

/** Checked without a schema, since every page runs this code. */
export const isQueued = (answer: unknown): answer is Queued =>
  typeof answer === 'object' &&
  answer !== null &&
  'queued' in answer &&
  answer.queued === true &&
  (!('id' in answer) || (typeof answer.id === 'string' && CLIENT_ID.test(answer.id)))
