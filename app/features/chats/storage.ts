/**
 * The page's text store. A browser may refuse it (private mode, full disk, blocked): then nothing is stored, and
 * nothing breaks.
 */
export type TextStore = {
  get: (key: string) => string | null
  set: (key: string, text: string) => void
  remove: (key: string) => void
  /** Keys with this prefix. */
  keys: (prefix: string) => string[]
}

export const textStore = (open: () => Storage): TextStore => {
  const attempt = <Result>(act: (storage: Storage) => Result, otherwise: Result): Result => {
    try {
      return act(open())
    } catch {
      return otherwise
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key), null),
    set: (key, text) => attempt((storage) => storage.setItem(key, text), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
  }
}

export const pageStore = textStore(() => localStorage)

/** localStorage key prefixes for a member's drafts, unsent messages, dates to share, and read advice. */
export const draftsOf = (member: number): string => `draft:${member}:`
export const unsentOf = (member: number): string => `unsent:${member}:`
export const datesOf = (member: number): string => `date:${member}:`
export const seenAdviceOf = (member: number): string => `advice:${member}:`

/**
 * Logout deletes the member's drafts, unsent messages, dates to share and read advice from the device [PWA-11]. The shell can
 * call it without loading the chats; loaded chat modules clear their own memory.
 */
export const forgetDrafts = (member: number): void => {
  for (const prefix of [draftsOf(member), unsentOf(member), datesOf(member), seenAdviceOf(member)])
    for (const key of pageStore.keys(prefix)) pageStore.remove(key)
}
