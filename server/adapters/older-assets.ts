/**
 * The hashed files of former builds: a tab that is open since then may still request a part of its own build [PWA-10].
 * The current build is copied at every start and its files are marked as current every day. A file that was current
 * last more than 30 days ago is deleted; beyond the size limit the oldest files are deleted.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR_MS } from '#contract/limits.ts'
import { isMissing } from './disk-files.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** `br` is the same file compressed with brotli, if it exists. */
export type Asset = { bytes: Bytes; br: Bytes | undefined }

export type OlderAssets = {
  /** Copies the files of the present build, by name; called at the start and every day. */
  keep: (current: ReadonlyMap<string, Asset>) => Promise<void>
  /** @param name as in a URL: only names that were found in the folder are ever read */
  read: (name: string) => Promise<Asset | null>
}

/** The name of a file with its hash: the file never changes, and the name has no path. */
export const HASHED_NAME = /^(?:[\w.-]*-)?[\w-]{8}\.\w{1,8}$/

const BROTLI = '.br'
const DRAFT = '~'
/** The pattern also matches the compressed copy. */
const STORED_NAME = /^(?:[\w.-]*-)?[\w-]{8}\.\w{1,8}(?:\.br)?$/

type Options = {
  now: () => number
  maxAgeMs: number
  /** The limit for all files together, on disk. */
  maxBytes: number
}

/** @param folder created when the first file is written */
export const openOlderAssets = (folder: string, { now, maxAgeMs, maxBytes }: Options): OlderAssets => {
  /** The names in the folder; no other name reaches the disk. Tabs of the former build ask before the present one is copied. */
  let storedFiles: ReadonlySet<string> = new Set(namesIn(folder))

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
    storedFiles = await forgetOld(new Set(files.map(([name]) => name)))
  }

  /** @returns null for a draft that another process has finished meanwhile */
  const stateOf = async (name: string) => {
    try {
      const { mtimeMs, size } = await stat(join(folder, name))
      return { name, size, seenAt: mtimeMs }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** @returns the remaining names */
  const forgetOld = async (current: ReadonlySet<string>): Promise<Set<string>> => {
    const names = await readdir(folder)
    const found = await Promise.all(names.map(stateOf))
    const files = found.filter((file) => file !== null)
    const left = new Set<string>()
    let bytes = 0
    // The present build does not count against the limit: it is served from elsewhere.
    for (const { name, size, seenAt } of files.toSorted((one, other) => other.seenAt - one.seenAt)) {
      const isCurrent = current.has(name)
      if (!isCurrent) bytes += size
      // Another process that shares the folder is writing it.
      if (name.endsWith(DRAFT) && now() - seenAt < HOUR_MS) continue
      // Drafts of an interrupted start have no such name, so they are deleted too.
      if (STORED_NAME.test(name) && (isCurrent || (now() - seenAt < maxAgeMs && bytes <= maxBytes))) left.add(name)
      else await rm(join(folder, name), { force: true, recursive: true })
    }
    return left
  }

  const bytesOf = async (name: string): Promise<Bytes> => new Uint8Array(await readFile(join(folder, name)))

  return {
    keep,
    read: async (name) => {
      if (!HASHED_NAME.test(name) || !storedFiles.has(name)) return null
      try {
        const br = storedFiles.has(name + BROTLI) ? await bytesOf(name + BROTLI) : undefined
        return { bytes: await bytesOf(name), br }
      } catch {
        // Somebody deleted the file by hand; answer as if it had never existed.
        return null
      }
    },
  }
}

const namesIn = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => STORED_NAME.test(name)) : []

/** Writes to a temporary name and renames the file, so that no name ever leads to half a file. */
const writeWhole = async (file: string, bytes: Bytes): Promise<void> => {
  // A draft's name has no hash, so `forgetOld` deletes one that was left behind.
  const draft = `${file}.${randomUUID()}${DRAFT}`
  await writeFile(draft, bytes, { flag: 'wx' })
  await rename(draft, file)
}
