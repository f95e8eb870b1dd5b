/** What jobs there are, and what each is told. Ids alone: contents are read when the job runs, so none lie about here. */
import * as v from 'valibot'

const id = v.number()

export const JOBS = {
  /** The mail with the activation link [ACC-6]. */
  'mail.activation': v.object({ member: id }),
  /** Someone wrote to the recipient for the first time. */
  'mail.new_conversation': v.object({ sender: id, recipient: id }),
  /** A message goes to the recipient's devices, unless they are looking [PWA-6]. */
  'push.message': v.object({
    message: id,
    recipient: id,
    /** One device alone, where the others have it already. */
    endpoint: v.optional(v.string()),
  }),
} as const

export type JobKind = keyof typeof JOBS
export type JobPayload<Kind extends JobKind> = v.InferOutput<(typeof JOBS)[Kind]>

export type NewJob = {
  [Kind in JobKind]: {
    kind: Kind
    payload: v.InferInput<(typeof JOBS)[Kind]>
    /** While a job with this key waits, another is not added. */
    uniqueKey?: string
    /** When it is due, in ms; at once when left out. */
    runAt?: number
  }
}[JobKind]

export const isJobKind = (text: string): text is JobKind => text in JOBS
