/**
 * Texts that the browser stores for this page. It may refuse them (private mode, full disk, blocked): then nothing is
 * stored, and nothing breaks.
 */
export type TextStore = {
  get: (key: string) => string | null
  /** The parsed JSON; null if nothing is stored, or no JSON. */
  getJson: (key: string) => unknown
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
    getJson: (key) => attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null') as unknown, null),
    set: (key, text) => attempt((storage) => storage.setItem(key, text), undefined),
    remove: (key) => attempt((storage) => storage.removeItem(key), undefined),
    keys: (prefix) => attempt((storage) => Object.keys(storage).filter((key) => key.startsWith(prefix)), []),
  }
}

/** For all tabs of this browser, until it is deleted. */
export const deviceStore = textStore(() => localStorage)

/** Runs when another tab has changed a text of the device, with its key; returns the function that ends it. */
export const onOtherTabsText = (run: (key: string | null) => void): (() => void) => {
  const listener = ({ key }: StorageEvent): void => run(key)
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** For this tab, until it is closed. */
export const tabStore = textStore(() => sessionStorage)
