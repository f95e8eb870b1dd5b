/** Stores a complaint that was begun on this device until it is sent. */
import * as v from 'valibot'

const KEY = 'complaint-draft'

const Draft = v.object({
  name: v.string(),
  email: v.string(),
  text: v.string(),
  /** The profile a notice is about, as typed; older drafts have no such field. */
  profile: v.optional(v.string(), ''),
})
export type ComplaintDraft = v.InferOutput<typeof Draft>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A browser may refuse its store: then nothing is stored, and nothing breaks. */
export const loadComplaint = (store: () => Store): ComplaintDraft | null => {
  try {
    const parsed = v.safeParse(Draft, JSON.parse(store().getItem(KEY) ?? 'null'))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

export const keepComplaint = (store: () => Store, draft: ComplaintDraft): void => {
  try {
    if (draft.text.trim() === '') store().removeItem(KEY)
    else store().setItem(KEY, JSON.stringify(draft))
  } catch {
    // Without storage a reload starts with an empty form.
  }
}

/** The complaint was sent, or its member has logged out [PWA-11]. */
export const dropComplaint = (store: () => Store): void => {
  try {
    store().removeItem(KEY)
  } catch {
    // A browser that refuses the removal has stored nothing either.
  }
}

export const pageStore = (): Storage => localStorage
