/** Where what was typed waits for a reload, in this tab only. */
import { draftOf, keptOf, type SignupDraft } from './form-data.ts'

const KEY = 'signup-draft'

export const loadDraft = (): SignupDraft => {
  try {
    return draftOf(sessionStorage.getItem(KEY))
  } catch {
    return draftOf(null)
  }
}

export const keepDraft = (draft: SignupDraft): void => {
  try {
    sessionStorage.setItem(KEY, keptOf(draft))
  } catch {
    // Without storage a reload begins anew.
  }
}

export const dropDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was stored either.
  }
}
