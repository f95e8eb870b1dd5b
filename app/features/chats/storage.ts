/** The page's small text store. A browser may refuse it (private mode, full disk, blocked): then nothing is kept, and nothing breaks. */
export type TextStore = {
  get: (key: string) => string | null
  set: (key: string, text: string) => void
  remove: (key: string) => void
  /** Keys that begin so. */
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
