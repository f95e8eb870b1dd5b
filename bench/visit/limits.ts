/** The pages beside which ours is held: nothing but HTML, and React with one div and a Workbox worker. Built on the fly. */
import { copyFile, cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { generateSW } from 'workbox-build'

export const CLIENT = fileURLToPath(new URL('../../dist/client', import.meta.url))
const source = (name: string): string => fileURLToPath(new URL(`limits/${name}`, import.meta.url))

export const buildLimits = async (folder: string): Promise<{ empty: string; react: string }> => {
  const [empty, react] = [join(folder, 'empty'), join(folder, 'react')]
  await cp(source('empty'), empty, { recursive: true })
  await buildReactPage('react', react)
  await addWorker(react)
  return { empty, react }
}

/** @param name of a folder beside this file, @param folder gets the built page */
export const buildReactPage = async (name: 'react' | 'screen', folder: string): Promise<void> => {
  await build({
    configFile: false,
    root: source(name),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
}

/** @returns a document of ours without what starts the app: no scripts, and no links but those of fonts and pictures */
export const withoutCode = (html: string): string =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link rel="(?:modulepreload|stylesheet|manifest|icon|apple-touch-icon)"[^>]*>/g, '')
    .replaceAll(/<link rel="preload" as="script"[^>]*>/g, '')
    // Without this link the browser requests an icon.
    .replace('</head>', '<link rel="icon" href="data:,"></head>')

/** Copies the built files that a document names: fonts and pictures. @param folder gets them in `assets/` */
export const copyAssets = async (html: string, folder: string): Promise<void> => {
  await mkdir(join(folder, 'assets'), { recursive: true })
  const files = new Set(html.match(/\/assets\/[\w-]+\.(?:svg|woff2)/g))
  for (const file of files) await copyFile(join(CLIENT, file), join(folder, file))
}

/** Adds a Workbox worker that precaches all files of the page. */
export const addWorker = async (folder: string): Promise<void> => {
  await generateSW({
    swDest: join(folder, 'sw.js'),
    globDirectory: folder,
    globPatterns: ['**/*.{html,js,webp,woff2}'],
    navigateFallback: '/index.html',
    dontCacheBustURLsMatching: /^assets\//,
    inlineWorkboxRuntime: true,
    sourcemap: false,
    skipWaiting: true,
    clientsClaim: true,
    mode: 'production',
  })
}
