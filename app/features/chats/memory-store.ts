import type { TextStore } from './storage.ts'

/** A text store in memory, for tests. */
export const memoryStore = (): TextStore & { size: () => number } => {
  const held = new Map<string, string>()
  return {
    get: (key) => held.get(key) ?? null,
    set: (key, text) => void held.set(key, text),
    remove: (key) => void held.delete(key),
    keys: (prefix) => [...held.keys()].filter((key) => key.startsWith(prefix)),
    size: () => held.size,
  }
}
