/**
 * Builds the product: the app, the service worker and the documents in `dist/client`, and the desk in `dist/desk`; all
 * with compressed copies.
 */
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as viteBuild } from 'vite'
import { injectManifest } from 'workbox-build'
import { buildDocuments } from './build-documents.ts'
import {
  conversationFiles,
  filesOfChunks,
  installedFiles,
  readChunks,
  seldomFiles,
  startFilesOf,
  type Chunks,
} from './chunks.ts'
import { drawSharePictures } from './share-pictures.ts'
import { workerConfig } from './worker-config.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const client = join(root, 'dist', 'client')
const stamp = join(root, 'dist', 'built')

/** The sources of the build. A change of one of them makes the build stale. */
const INPUTS = [
  'app',
  'sw',
  'worker',
  'contract',
  'locales',
  'public',
  'manifest.webmanifest',
  'vite.config.ts',
  'vite.desk.config.ts',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/build-documents.ts',
  'scripts/chunks.ts',
  'scripts/vite-options.ts',
  'scripts/page-trees.ts',
  'scripts/locale-parts.ts',
  'scripts/worker-config.ts',
  'scripts/share-pictures.ts',
]

export const build = async (): Promise<void> => {
  await rm(join(root, 'dist'), { recursive: true, force: true })
  process.env['NODE_ENV'] = 'production'
  await viteBuild({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await writeFile(join(client, 'manifest.webmanifest'), await readFile(join(root, 'manifest.webmanifest')))
  await inlineCriticalCss()
  await buildDocuments(root, client)
  await drawSharePictures(root, join(client, 'share'))
  await buildServiceWorker()
  await compress(client)
  await viteBuild({ configFile: join(root, 'vite.desk.config.ts'), logLevel: 'warn' })
  await compress(join(root, 'dist', 'desk'))
  await writeFile(stamp, '')
}

export const buildIfStale = async (): Promise<void> => {
  if (existsSync(stamp)) {
    const builtAt = statSync(stamp).mtimeMs
    const changed = await Promise.all(INPUTS.map((input) => newest(join(root, input))))
    if (Math.max(...changed) < builtAt) return
  }
  console.log('Building …')
  await build()
}

/** Puts the shell's styles into the document, so that the first paint waits for no other file. */
const inlineCriticalCss = async (): Promise<void> => {
  const path = join(client, 'index.html')
  let html = await readFile(path, 'utf8')
  for (const [tag, href] of html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g)) {
    if (href === undefined) continue
    const css = await readFile(join(client, href), 'utf8')
    // A function, because `$&` in a replacement string is a pattern. The disabled link is never fetched: it tells Vite's
    // loader that these styles are already there.
    html = html.replace(tag, () => `<style>${css.trim()}</style><link rel="stylesheet" href="/${href}" disabled>`)
  }
  await writeFile(path, html)
}

const buildServiceWorker = async (): Promise<void> => {
  const made = join(root, 'dist', 'sw')
  const { first, lists } = await assignFilesToSteps()
  const startFiles = startFilesOf(await readChunks(client))
  await viteBuild(workerConfig(root, { outDir: made, laterFiles: lists, startFiles }))
  const { count, size, warnings } = await injectManifest({
    swSrc: join(made, 'sw.js'),
    swDest: join(client, 'sw.js'),
    globDirectory: client,
    globPatterns: first,
    // Hashed names need no cache busting; without this everything is downloaded twice.
    dontCacheBustURLsMatching: /^assets\/(?:.+-)?[\w-]{8}\.\w+$/,
    // Eight characters of a revision's hash are enough to tell versions apart.
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map((entry) => ({ ...entry, revision: entry.revision?.slice(0, 8) ?? null })),
        warnings: [],
      }),
    ],
    maximumFileSizeToCacheInBytes: 1_000_000,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  console.log(`The service worker takes ${count} files (${Math.round(size / 1_000)} kB unpacked) at its installation.`)
}

const pathsOf = (files: string[]): string[] => files.map((file) => `/${file}`).toSorted()

/** The second step fetches the files of conversations before all others [PWA-15]. */
const conversationsFirst = (chunks: Chunks, files: string[]): string[] => {
  const ofConversations = conversationFiles(chunks)
  const isFirst = (file: string): boolean => ofConversations.has(file)
  return [...pathsOf(files.filter(isFirst)), ...pathsOf(files.filter((file) => !isFirst(file)))]
}

/**
 * Decides when the worker fetches each file (docs/decisions/0014): at its installation, in the second step, or on first
 * use. Icons, screenshots and the manifest are in no list, because the browser fetches them by itself.
 */
const assignFilesToSteps = async (): Promise<{ first: string[]; lists: string }> => {
  const chunks = await readChunks(client)
  const assets = (await readdir(join(client, 'assets'))).map((name) => `assets/${name}`)
  const fonts = assets.filter((file) => /\/petrona-[\w-]{8}\.woff2$/.test(file))
  const first = new Set([...installedFiles(chunks), ...fonts])
  const inShell = filesOfChunks(chunks, ['index.html'])
  const seldom = seldomFiles(chunks)
  const rest = assets.filter((file) => !first.has(file) && !inShell.has(file))
  const isLater = (file: string): boolean => /\.(js|css|svg)$/.test(file) && !seldom.has(file)
  const text = JSON.stringify({
    later: conversationsFirst(chunks, rest.filter(isLater)),
    seldom: pathsOf(rest.filter((file) => !isLater(file))),
  })
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  const lists = `assets/later-${hash}.json`
  await writeFile(join(client, lists), text)
  console.log(`The second step takes ${rest.filter(isLater).length} files.`)
  return { first: ['index.html', ...first], lists: `/${lists}` }
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Writes .br and .gz copies beside each text file, so that the server does not compress while it serves. */
const compress = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    // The server completes the documents with their heads and compresses the result itself.
    if (
      !entry.isFile() ||
      entry.parentPath.endsWith('documents') ||
      !/\.(html|js|css|svg|json|webmanifest|txt|xml)$/.test(entry.name)
    )
      continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.length < 512) continue
    await writeFile(
      `${path}.br`,
      await compressBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
    await writeFile(`${path}.gz`, await compressGzip(bytes, { level: 9 }))
  }
}

const newest = async (path: string): Promise<number> => {
  if (!existsSync(path)) return 0
  const own = await stat(path)
  if (!own.isDirectory()) return own.mtimeMs
  const entries = await readdir(path, { recursive: true })
  const times = await Promise.all(
    entries.filter((name) => !name.includes('.test.')).map(async (name) => (await stat(join(path, name))).mtimeMs),
  )
  return Math.max(own.mtimeMs, ...times)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await mkdir(join(root, 'dist'), { recursive: true })
  await build()
}
