/**
 * The answers that came with the document (`sw/handlers/snapshots.ts`), so that the first screen of a start asks for none of
 * them [PWA-17]. Each is taken once.
 */
import { STORED_ANSWERS_ID, type StoredAnswers } from '#contract/device.ts'

let stored: StoredAnswers | null = null

/** @param url the address of a call. @returns null if the document brought no answer to it, or if it was taken before */
export const takeStoredAnswer = (url: string): StoredAnswers[string] | null => {
  stored ??= readDocument()
  const answer = stored[url]
  if (!answer) return null
  delete stored[url]
  return answer
}

const readDocument = (): StoredAnswers => {
  const element = typeof document === 'undefined' ? null : document.querySelector(`#${STORED_ANSWERS_ID}`)
  if (!element) return {}
  element.remove()
  // This version's own worker wrote it. Each answer is checked by its schema when it is taken (`storedAnswer`).
  return JSON.parse(element.textContent) as StoredAnswers
}
