/**
 * What the device answers instead when it has taken a write into the outbox: status 202. `id` names the write there
 * (`device.discard` takes it back while it waits); none where nothing waits, e.g. since a photo that waited is gone.
 */
import { CLIENT_ID } from './rules/ids.ts'

export type Queued = { queued: true; id?: string }

/** Looked at without a schema, since every page reads it. */
export const isQueued = (answer: unknown): answer is Queued =>
  typeof answer === 'object' &&
  answer !== null &&
  'queued' in answer &&
  answer.queued === true &&
  (!('id' in answer) || (typeof answer.id === 'string' && CLIENT_ID.test(answer.id)))
