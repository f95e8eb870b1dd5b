/** Reads Vite's output: which file contains a module, and which files load with it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
})
export type Chunks = Record<string, v.InferOutput<typeof Chunk>>

export const readChunks = async (client: string): Promise<Chunks> =>
  v.parse(v.record(v.string(), Chunk), JSON.parse(await readFile(join(client, 'build-manifest.json'), 'utf8')))

/** The files of some chunks and of everything that they import statically. */
export const filesOfChunks = (chunks: Chunks, keys: readonly string[], seen = new Set<string>()): Set<string> => {
  for (const key of keys) {
    const chunk = chunks[key]
    if (!chunk || seen.has(chunk.file)) continue
    for (const file of [chunk.file, ...chunk.css]) seen.add(file)
    filesOfChunks(chunks, chunk.imports, seen)
  }
  return seen
}

/** The files of the shell and of visitors' screens, which the installation fetches. */
const FIRST =
  /^(index\.html|deferred-start\.ts|shell\/(?:footer|login-dialog)\.tsx|features\/(?:index\/index-screen|members\/\w[\w-]*|login\/login-screen)\.tsx)$/

export const firstFiles = (chunks: Chunks): Set<string> =>
  filesOfChunks(
    chunks,
    Object.keys(chunks).filter((key) => FIRST.test(key)),
  )

/** The list of conversations, an open conversation and the sheets over it, with the icons that load with them. */
const CONVERSATIONS = /^(?:ui\/more-icons|features\/conversation-screens)\.ts$/

export const conversationFiles = (chunks: Chunks): Set<string> =>
  filesOfChunks(
    chunks,
    Object.keys(chunks).filter((key) => CONVERSATIONS.test(key)),
  )

const isSeldom = (key: string): boolean =>
  /^(\.\.\/locales|features\/(landers|pages|tracking|entry-warning))\//.test(key)

/**
 * Files that the worker fetches in neither step, to save bytes: modules of visitors' pages, screens that are seen once
 * and online, and all texts. The worker caches the texts of the language in use separately.
 */
export const seldomFiles = (chunks: Chunks): Set<string> => {
  const keys = Object.keys(chunks)
  const often = filesOfChunks(
    chunks,
    keys.filter((key) => !key.startsWith('_') && !isSeldom(key)),
  )
  const seldom = filesOfChunks(chunks, keys.filter(isSeldom))
  return new Set([...seldom].filter((file) => !often.has(file)))
}
