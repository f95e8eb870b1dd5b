/** The pages beside which ours is held: nothing but HTML, and React with one div and a Workbox worker. Built on the fly. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { generateSW } from 'workbox-build'

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
