/** A fake Cache Storage with the parts that the worker needs; entries are found by path. */
const ORIGIN = 'https://visavis.test'

export class FakeCaches implements CacheStorage {
  readonly byName = new Map<string, Map<string, Response>>()
  /** The number of entries that all caches together may have before the disk counts as full. */
  room = Infinity

  async open(name: string): Promise<Cache> {
    const entries = this.byName.get(name) ?? new Map<string, Response>()
    this.byName.set(name, entries)
    const cache: Partial<Cache> = {
      match: async (key) => entries.get(nameOf(key))?.clone(),
      put: async (key, response) => {
        if (this.count() >= this.room) throw new DOMException('Full', 'QuotaExceededError')
        entries.set(nameOf(key), response)
      },
      delete: async (key) => entries.delete(nameOf(key)),
      keys: async () => [...entries.keys()].map((key) => new Request(new URL(key, ORIGIN))),
    }
    return cache as Cache
  }

  async delete(name: string): Promise<boolean> {
    return this.byName.delete(name)
  }

  async has(name: string): Promise<boolean> {
    return this.byName.has(name)
  }

  async keys(): Promise<string[]> {
    return [...this.byName.keys()]
  }

  async match(): Promise<undefined> {
    return undefined
  }

  urls(name: string): string[] {
    return [...(this.byName.get(name)?.keys() ?? [])]
  }

  private count(): number {
    return [...this.byName.values()].reduce((sum, entries) => sum + entries.size, 0)
  }
}

/** The path of a request: keys are paths of this site. */
const nameOf = (key: RequestInfo | URL): string => {
  if (!(key instanceof Request)) return key.toString()
  const { pathname, search } = new URL(key.url)
  return pathname + search
}
