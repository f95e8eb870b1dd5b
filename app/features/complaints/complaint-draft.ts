/** What was begun to be written to us stays on this device until it is sent. */
import * as v from 'valibot'

const KEY = 'complaint-draft'

const Draft = v.object({
  name: v.string(),
  email: v.string(),
  text: v.string(),
  /** The profile a notice is about, as typed; a draft of before has none. */
  profile: v.optional(v.string(), ''),
})
export type ComplaintDraft = v.InferOutput<typeof Draft>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A browser may refuse its store: then nothing is kept, and nothing breaks. */
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
    // Without storage a reload begins anew.
  }
}

/** It was sent, or its member has left [PWA-11]. */
export const dropComplaint = (store: () => Store): void => {
  try {
    store().removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}

export const pageStore = (): Storage => localStorage
