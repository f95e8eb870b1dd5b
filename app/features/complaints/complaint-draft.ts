/** Stores a complaint that was begun on this device until it is sent. */
import * as v from 'valibot'
import type { TextStore } from '../../ports/text-store.ts'

const KEY = 'complaint-draft'

const Draft = v.object({
  name: v.string(),
  email: v.string(),
  text: v.string(),
  /** The profile a notice is about, as typed; older drafts have no such field. */
  profile: v.optional(v.string(), ''),
})
export type ComplaintDraft = v.InferOutput<typeof Draft>

export const loadComplaint = (store: TextStore): ComplaintDraft | null => {
  const parsed = v.safeParse(Draft, store.getJson(KEY))
  return parsed.success ? parsed.output : null
}

export const hasComplaint = (store: TextStore): boolean => store.get(KEY) !== null

export const storeComplaint = (store: TextStore, draft: ComplaintDraft): void => {
  if (draft.text.trim() === '') store.remove(KEY)
  else store.set(KEY, JSON.stringify(draft))
}

/** The complaint was sent, or its member has logged out [PWA-11]. */
export const dropComplaint = (store: TextStore): void => store.remove(KEY)
