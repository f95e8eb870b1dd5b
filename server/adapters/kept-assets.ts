/**
 * The hashed files of builds that were served here before: a tab that has been open since then may still ask for a part
 * of its own build [PWA-10]. What is current is copied at every start and seen again every day, what nobody has served
 * as current for 30 days goes, and of too much the oldest.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Bytes = Uint8Array<ArrayBuffer>
/** `br` is the same, compressed with brotli, where there is such a file. */
export type Asset = { bytes: Bytes; br: Bytes | undefined }

export type KeptAssets = {
  /** Takes the files of the present build, by name; to be called at the start and every day. */
  keep: (current: ReadonlyMap<string, Asset>) => Promise<void>
  /** @param name as a URL says it: only a name that was found in the folder is ever read */
  read: (name: string) => Promise<Asset | null>
}

/** A name that carries the hash of what it names; it never changes, and is nothing but a name. */
export const HASHED_NAME = /^(?:[\w.-]*-)?[\w-]{8}\.\w{1,8}$/

const BROTLI = '.br'
const HELD = /^(?:[\w.-]*-)?[\w-]{8}\.\w{1,8}(?:\.br)?$/

type Options = {
  now: () => number
  maxAgeMs: number
  /** Of all files together, on the disk. */
  maxBytes: number
}

/** @param folder made when the first file comes */
export const openKeptAssets = (folder: string, { now, maxAgeMs, maxBytes }: Options): KeptAssets => {
  /** What lies in the folder: nothing else is asked of the disk. */
  let held = new Set<string>()

  const keep = async (current: ReadonlyMap<string, Asset>): Promise<void> => {
    await mkdir(folder, { recursive: true })
    const there = new Set(await readdir(folder))
    const seen = new Date(now())
    const files: [string, Bytes][] = []
    for (const [name, { bytes, br }] of current) {
      files.push([name, bytes])
      if (br) files.push([name + BROTLI, br])
    }
    for (const [name, bytes] of files) {
      const file = join(folder, name)
      if (!there.has(name)) await writeWhole(file, bytes)
      await utimes(file, seen, seen)
    }
    held = await forgetOld(new Set(files.map(([name]) => name)))
  }

  /** @returns what is left */
  const forgetOld = async (current: ReadonlySet<string>): Promise<Set<string>> => {
    const names = await readdir(folder)
    const files = await Promise.all(
      names.map(async (name) => {
        const { mtimeMs, size } = await stat(join(folder, name))
        return { name, size, seenAt: mtimeMs }
      }),
    )
    const left = new Set<string>()
    let bytes = 0
    // The present build is not reckoned: it is served from elsewhere, and is old one day.
    for (const { name, size, seenAt } of files.toSorted((one, other) => other.seenAt - one.seenAt)) {
      const isCurrent = current.has(name)
      if (!isCurrent) bytes += size
      // A file of a start that was cut short has no such name.
      if (HELD.test(name) && (isCurrent || (now() - seenAt < maxAgeMs && bytes <= maxBytes))) left.add(name)
      else await rm(join(folder, name), { force: true, recursive: true })
    }
    return left
  }

  const bytesOf = async (name: string): Promise<Bytes> => new Uint8Array(await readFile(join(folder, name)))

  return {
    keep,
    read: async (name) => {
      if (!HASHED_NAME.test(name) || !held.has(name)) return null
      try {
        const br = held.has(name + BROTLI) ? await bytesOf(name + BROTLI) : undefined
        return { bytes: await bytesOf(name), br }
      } catch {
        // Somebody has tidied up by hand: then it is gone, and that is all.
        return null
      }
    },
  }
}

/** Under its name there is a whole file or none. */
const writeWhole = async (file: string, bytes: Bytes): Promise<void> => {
  // No hashed name: one that is left behind is swept away.
  const draft = `${file}.${randomUUID()}~`
  await writeFile(draft, bytes, { flag: 'wx' })
  await rename(draft, file)
}
