/** Builds the app. The service worker is a second build of its own (`scripts/build.ts`), since it must be one file. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanCalls } from './scripts/lean-calls.ts'
import { localeParts } from './scripts/locale-parts.ts'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where `npm run dev` runs the server. */
export const DEV_SERVER_PORT = 3001

const toServer = { target: `http://127.0.0.1:${DEV_SERVER_PORT}`, changeOrigin: false }

const ENTRY = at('app/main.tsx')

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** What every screen stands on: all that the entry imports, itself or through others, but not what is loaded later. */
const isOfShell = (id: string, modules: Modules, seen = new Set<string>()): boolean => {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((by) => by === ENTRY || isOfShell(by, modules, seen))
}

export default defineConfig({
  root: at('app'),
  publicDir: at('public'),
  plugins: [react(), localeParts(), leanCalls('app')],
  // Breakpoints have names (`ui/media.css`).
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  resolve: {
    alias: [
      { find: /^#contract\//, replacement: `${at('contract')}/` },
      { find: /^#locales\//, replacement: `${at('locales')}/` },
    ],
  },
  build: {
    outDir: at('dist/client'),
    emptyOutDir: true,
    target: 'es2023',
    manifest: 'build-manifest.json',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Few, larger files: the service worker installs its precache one file after another, and small ones compress badly.
        codeSplitting: {
          groups: [
            { debugName: 'shell', name: (id, modules) => (isOfShell(id, modules) ? 'shell' : null), priority: 3 },
            // Of photos in chats and profiles alike: else it would bring all of the chats to a profile.
            { name: 'zoom', priority: 2, test: /\/app\/features\/profile\/zoom/ },
            { name: 'chats', priority: 1, test: /\/app\/features\/chats\// },
            {
              name: 'parts',
              priority: 2,
              test: /\/app\/(ui|state|ports)\/|\/contract\/|like-button/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 3000,
    strictPort: true,
    proxy: { '/api': toServer, '/photos': toServer, '/dev': toServer, '/sandbox': toServer },
  },
})
