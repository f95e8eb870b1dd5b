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
  await build({
    configFile: false,
    root: source('react'),
    logLevel: 'warn',
    mode: 'production',
    build: { outDir: react, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  await generateSW({
    swDest: join(react, 'sw.js'),
    globDirectory: react,
    globPatterns: ['**/*.{html,js}'],
    navigateFallback: '/index.html',
    dontCacheBustURLsMatching: /^assets\//,
    inlineWorkboxRuntime: true,
    sourcemap: false,
    skipWaiting: true,
    clientsClaim: true,
    mode: 'production',
  })
  return { empty, react }
}
