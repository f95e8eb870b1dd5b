/**
 * Makes the documents of the app in `dist/client/documents/`: the shell in each language, and visitors' pages with their
 * markup, styles and preload links. `documents.json` lists the texts of each head and the files with each language's
 * texts; the server writes the heads.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { build as viteBuild } from 'vite'
import { LOCALES, type Locale } from '../contract/locales.ts'
import { PAGES } from '../contract/pages.ts'
import { filesOfChunks, installedFiles, readChunks, seldomFiles, type Chunks } from './chunks.ts'
import { readPages } from './page-trees.ts'
import { sharedBuild } from './vite-options.ts'

type Markup = { html: string; styles: string }

const functionOf = <Type>() => v.custom<Type>((value) => typeof value === 'function')

const Prerender = v.object({
  VISITOR_PAGES: v.array(
    v.object({
      path: v.string(),
      also: v.optional(v.string()),
      picture: v.string(),
      title: v.optional(v.string()),
      description: v.optional(v.string()),
      markdown: v.optional(v.picklist(PAGES)),
      modules: v.optional(v.array(v.string())),
    }),
  ),
  speak: functionOf<(locale: Locale) => Promise<void>>(),
  textOf: functionOf<(key: string) => string>(),
  prerenderPage: functionOf<(path: string) => Promise<Markup>>(),
  prerenderFrame: functionOf<() => Promise<string>>(),
})
type Page = v.InferOutput<typeof Prerender>['VISITOR_PAGES'][number]

/** An entry of `documents.json`, which `server/http/client-documents.ts` reads. */
type PageHead = { path: string; also?: string | undefined; name: string; picture: string; heads: Record<string, Head> }
type Head = { title: string; description: string }

/** @param root of the project, @param client the folder of the built app */
export const buildDocuments = async (root: string, client: string): Promise<void> => {
  const app = await buildForNode(root)
  const chunks = await readChunks(client)
  const shell = await readFile(join(client, 'index.html'), 'utf8')
  const folder = join(client, 'documents')
  await mkdir(folder, { recursive: true })
  const heads = new Map<string, PageHead>()
  const texts: Partial<Record<Locale, string[]>> = {}
  const registration = await inlineScript(root, 'early-registration.ts')
  const taps = await inlineScript(root, 'early-taps.ts')
  for (const locale of LOCALES) {
    await app.speak(locale)
    const own = inLanguage(shell, locale)
    const first = [...filesOfChunks(chunks, [textsOf(locale, 'first')])]
    const rest = [...filesOfChunks(chunks, [textsOf(locale, 'rest')])]
    texts[locale] = [...first, ...rest].map((file) => `/${file}`)
    const framed = withFrame(own, await app.prerenderFrame()).replace(
      '</head>',
      () => `<script>${taps}</script></head>`,
    )
    await writeFile(join(folder, `shell.${locale}.html`), withCompiledCode(announcing(framed, first)))
    for (const page of app.VISITOR_PAGES) {
      const name = nameOf(page.path)
      const known = heads.get(name) ?? { path: page.path, also: page.also, name, picture: page.picture, heads: {} }
      heads.set(name, known)
      known.heads[locale] = await headOf(page, locale, app.textOf)
      if (!page.modules) continue
      const markup = await app.prerenderPage(page.path.replace(/\/:\w+\?$/, ''))
      const made = await withMarkup(own, { client, chunks, locale, markup, modules: page.modules, registration })
      await writeFile(join(folder, `${name}.${locale}.html`), made)
    }
  }
  await writeFile(join(folder, 'documents.json'), JSON.stringify({ texts, pages: [...heads.values()] }))
}

const buildForNode = async (root: string) => {
  const made = join(root, 'dist', 'prerender')
  await viteBuild({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    build: {
      ssr: join(root, 'app', 'prerender.tsx'),
      outDir: made,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: true } },
    },
  })
  return v.parse(Prerender, { ...(await import(pathToFileURL(join(made, 'prerender.js')).href)) })
}

/** @returns the code of a script of `app/` that is inlined into the document */
const inlineScript = async (root: string, name: string): Promise<string> => {
  const built = await viteBuild({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: sharedBuild.target,
      rolldownOptions: { input: join(root, 'app', name), output: { format: 'iife' } },
    },
  })
  const [file] = 'output' in built ? built.output : []
  if (file?.type !== 'chunk') throw new Error(`The build made no script of app/${name}`)
  return file.code.trim()
}

/** `/landers/video/:slug?` is `landers-video`. */
const nameOf = (path: string): string =>
  path
    .replace(/\/:\w+\?$/, '')
    .slice(1)
    .replaceAll('/', '-') || 'index'

const headOf = async (page: Page, locale: Locale, textOf: (key: string) => string): Promise<Head> => {
  if (page.markdown === undefined)
    return { title: textOf(page.title ?? ''), description: textOf(page.description ?? '') }
  const { title, description } = (await readPages(locale))[page.markdown]
  return { title, description }
}

const textsOf = (locale: Locale, part: 'first' | 'rest'): string => `../locales/${locale}.json?${part}`

const inLanguage = (shell: string, locale: Locale): string =>
  shell.replace(/<html lang="[^"]*"/, `<html lang="${locale}"`)

const announcing = (html: string, files: readonly string[]): string => {
  const scripts = files.filter((file) => file.endsWith('.js'))
  const tags = scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', () => `${tags.join('')}</head>`)
}

const EMPTY_ROOT = '<div id="root"></div>'

/** The worker replaces this markup by that of a stored screen (`sw/handlers/start-document.ts`). */
const withFrame = (shell: string, frame: string): string =>
  shell.replace(EMPTY_ROOT, () => `<div id="root">${frame}</div>`)

/**
 * Chromium keeps the compiled code of a module beside its cached file, so that later starts compile nothing. It never does so for a
 * module that it compiles while the file arrives, as `modulepreload` makes it do, and it does not do that for a preloaded script.
 * The shell is what the worker answers a start with; a visitor's page, whose files come over the network, keeps its links.
 *
 * The same files as `modulepreload` at the end of the document are not fetched again. They become modules while the document is
 * painted. Without that, Chromium looks for each module only when the one that imports it is compiled, and each such step waits
 * behind the painting.
 */
const withCompiledCode = (shell: string): string => {
  const links = [...shell.matchAll(/<link rel="modulepreload"[^>]*>/g)].map(([link]) => link)
  return shell
    .replaceAll('rel="modulepreload"', 'rel="preload" as="script"')
    .replace('</body>', () => `${links.join('')}</body>`)
}

type BuiltParts = {
  client: string
  chunks: Chunks
  locale: Locale
  markup: Markup
  modules: readonly string[]
  /** The script that registers the worker early. */
  registration: string
}

const withMarkup = async (
  shell: string,
  { client, chunks, locale, markup, modules, registration }: BuiltParts,
): Promise<string> => {
  const entry = filesOfChunks(chunks, ['index.html'])
  const wanted = modules.map((module) => module.replace('*', locale))
  const missing = wanted.filter((module) => !(module in chunks))
  if (missing.length > 0) throw new Error(`The build has no file of its own for ${missing.join(', ')}`)
  const files = [...filesOfChunks(chunks, wanted)].filter((file) => !entry.has(file))
  const sheets = files.filter((file) => file.endsWith('.css'))
  const styles = await Promise.all(sheets.map((file) => readFile(join(client, file), 'utf8')))
  // The disabled links are never fetched: they tell Vite's loader that these styles are already there. A rarely used
  // page's styles are fetched all the same, because the service worker stores such a file only when it is fetched.
  const seldom = seldomFiles(chunks)
  const installed = sheets.filter((sheet) => !seldom.has(sheet))
  const links = installed.map((sheet) => `<link rel="stylesheet" href="/${sheet}" disabled>`).join('')
  const styled = shell.replace(
    '</head>',
    () => `<style>${styles.join('').trim()}${markup.styles}</style>${links}</head>`,
  )
  const isLoaded = (file: string): boolean =>
    (file.endsWith('.js') && (entry.has(file) || files.includes(file))) || markup.html.includes(file)
  // The page prefetches these for the worker (`app/begin-worker.ts`).
  const installs = ['index.html', ...[...installedFiles(chunks)].filter((file) => !isLoaded(file))].map(
    (file) => `/${file}`,
  )
  // React leaves the links of pictures at the head of its markup, behind the script. The pictures of the first view are small and the script
  // is large: they would wait for a connection of their own, and share a slow line with it.
  const pictures = [...markup.html.matchAll(PICTURE)].map(
    ([, rest = '']) => `<link rel="preload" as="image" fetchpriority="high"${rest}>`,
  )
  return announcing(styled, files)
    .replace('<script type="module"', (script) => pictures.join('') + script)
    .replace(
      EMPTY_ROOT,
      () =>
        `<div id="root" data-prerendered="${locale}" data-installs="${installs.join(' ')}">${markup.html.replaceAll(PICTURE, '')}</div><script>${registration}</script>`,
    )
}

const PICTURE = /<link rel="preload" as="image"([^>]*?)\/?>/g
