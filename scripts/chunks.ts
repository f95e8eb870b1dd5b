/** Reads Vite's output: which file contains a module, and which files load with it. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { LOCALES, type Locale } from '../contract/locales.ts'
import { recordOf } from '../contract/records.ts'
import type { SnapshotCall, StartFiles } from '../contract/rules/snapshot-tag.ts'

const Chunk = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
  assets: v.optional(v.array(v.string()), []),
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

const firstFiles = (chunks: Chunks): Set<string> =>
  filesOfChunks(
    chunks,
    Object.keys(chunks).filter((key) => FIRST.test(key)),
  )

/** The portraits of the front page. */
const frontPictures = (chunks: Chunks): string[] => chunks['features/index/index-screen.tsx']?.assets ?? []

/** The files that the installation fetches, without the font. The shell's own styles are in its document. */
export const installedFiles = (chunks: Chunks): Set<string> => {
  const ofShell = filesOfChunks(chunks, ['index.html'])
  const files = [...firstFiles(chunks), ...frontPictures(chunks)]
  return new Set(files.filter((file) => !(file.endsWith('.css') && ofShell.has(file))))
}

/** The list of conversations, an open conversation and the sheets over it, with the icons that load with them. */
const CONVERSATIONS = ['features/chats/chat-screens.tsx', 'ui/more-icons.ts']

export const conversationFiles = (chunks: Chunks): Set<string> => filesOfChunks(chunks, CONVERSATIONS)

const CONVERSATIONS_START = { chunks: CONVERSATIONS, allTexts: true }

/** The screens that a start shows from stored markup, by the call whose answer they show. */
const STARTS: Record<SnapshotCall, { chunks: string[]; allTexts: boolean }> = {
  'chats.get': CONVERSATIONS_START,
  'messages.list': CONVERSATIONS_START,
  'members.search': { chunks: ['features/members/members-screen.tsx'], allTexts: false },
}

/** The worker's document announces these files, so that they load beside the shell's [PWA-17]. */
export const startFilesOf = (chunks: Chunks): StartFiles => {
  const entry = filesOfChunks(chunks, ['index.html'])
  const filesOf = (keys: string[], suffix: '.js' | '.css'): string[] =>
    [...filesOfChunks(chunks, keys)]
      .filter((file) => file.endsWith(suffix) && !entry.has(file))
      .map((file) => `/${file}`)
  const screen = (call: SnapshotCall) => ({
    scripts: filesOf(STARTS[call].chunks, '.js'),
    sheets: filesOf(STARTS[call].chunks, '.css'),
    allTexts: STARTS[call].allTexts,
  })
  const textsOf = (locale: Locale): string => filesOf([`../locales/${locale}.json?rest`], '.js').join('')
  return {
    screens: {
      'chats.get': screen('chats.get'),
      'messages.list': screen('messages.list'),
      'members.search': screen('members.search'),
    },
    texts: recordOf(LOCALES, textsOf),
  }
}

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
