import type { TextStore } from './storage.ts'

/** A text store in memory, for tests. */
export const memoryStore = (): TextStore & { size: () => number } => {
  const texts = new Map<string, string>()
  return {
    get: (key) => texts.get(key) ?? null,
    set: (key, text) => void texts.set(key, text),
    remove: (key) => void texts.delete(key),
    keys: (prefix) => [...texts.keys()].filter((key) => key.startsWith(prefix)),
    size: () => texts.size,
  }
}
