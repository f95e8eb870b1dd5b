import { textStore, type TextStore } from '../ports/text-store.ts'

/** A text store in memory, for tests. */
export const memoryStore = (): TextStore & { size: () => number } => {
  const texts = new Map<string, string>()
  const storage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
    removeItem: (key: string) => void texts.delete(key),
  }
  return {
    // The store lists keys itself, and calls no other method.
    ...textStore(() => storage as Storage),
    keys: (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
    size: () => texts.size,
  }
}

/** The store of a browser that refuses every access. */
export const refusingStore: TextStore = textStore(() => {
  throw new DOMException('forbidden', 'SecurityError')
})
