/** Stores a complaint that was begun on this device until it is sent: a visitor's, or among the drafts of a member. */
import * as v from 'valibot'
import type { TextStore } from '../../ports/text-store.ts'
import { draftsOf } from '../../state/member-texts.ts'

const VISITORS = 'complaint-draft'
const keyOf = (member: number | null): string => (member === null ? VISITORS : `${draftsOf(member)}complaint`)

const Draft = v.object({
  name: v.string(),
  email: v.string(),
  text: v.string(),
  /** The profile a notice is about, as typed; older drafts have no such field. */
  profile: v.optional(v.string(), ''),
})
export type ComplaintDraft = v.InferOutput<typeof Draft>

/** A visitor who has logged in continues the visitor's draft. */
export const loadComplaint = (store: TextStore, member: number | null): ComplaintDraft | null => {
  const parsed = v.safeParse(Draft, store.getJson(keyOf(member)) ?? store.getJson(VISITORS))
  return parsed.success ? parsed.output : null
}

/** A member's own draft counts among the drafts. */
export const hasVisitorsComplaint = (store: TextStore): boolean => store.get(VISITORS) !== null

export const storeComplaint = (store: TextStore, member: number | null, draft: ComplaintDraft): void => {
  dropComplaint(store, member)
  if (draft.text.trim() !== '') store.set(keyOf(member), JSON.stringify(draft))
}

/** The complaint was sent, or the member who may have begun it as a visitor has left [PWA-11]. */
export const dropComplaint = (store: TextStore, member: number | null): void => {
  store.remove(keyOf(member))
  store.remove(VISITORS)
}
