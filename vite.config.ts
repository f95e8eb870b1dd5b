/** Builds the app. The service worker is a second build of its own (`scripts/build.ts`), since it must be one file. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanCalls } from './scripts/lean-calls.ts'
import { localeParts } from './scripts/locale-parts.ts'
import { pageTrees } from './scripts/page-trees.ts'
import { pureSchemas } from './scripts/pure-schemas.ts'

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

const SHARED = /\/app\/(ui|state|ports)\/|\/contract\/|like-button|way-back|\/gift-(picture|name|drawings)/
/** The screens that visitors come to: they wait for nothing that only others need. */
const FIRST_SCREENS = /\/app\/features\/(?:(?:index|members|login|pages)\/|landers\/(?!member-signup))/
/** Where most come from outside. */
const LANDINGS = /\/app\/features\/(?:index\/|landers\/(?!member-signup))/
/** What every page goes on with once it stands; no more of a feature than it needs for that. */
const START_LATER = /\/app\/start-later\.ts/
const CHATS = /\/app\/features\/chats\//

/** Whether one of these screens stands on a module, itself or through others. */
const isUnder = (screens: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean => {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((by) => screens.test(by) || isUnder(screens, by, modules, seen))
}

export default defineConfig({
  root: at('app'),
  publicDir: at('public'),
  plugins: [react(), localeParts(), pageTrees(), leanCalls('app'), pureSchemas()],
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
      // Reading a property may be all that is meant: a signal's value, which tells a component when to come again.
      treeshake: { propertyReadSideEffects: 'always' },
      output: {
        // Every name stands in the worker's list and in the app, so they are short; a language's texts say which they are.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/locales/') === true ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
        // Few, larger files: the service worker installs its precache one file after another, and small ones compress badly.
        codeSplitting: {
          groups: [
            { debugName: 'shell', name: (id, modules) => (isOfShell(id, modules) ? 'shell' : null), priority: 5 },
            // What screens share with it: else it would bring the whole of a feature to every page.
            {
              debugName: 'going-on',
              name: (id, modules) =>
                isUnder(START_LATER, id, modules) && !isUnder(FIRST_SCREENS, id, modules) ? 'going-on' : null,
              priority: 4,
              minShareCount: 2,
            },
            { name: 'search', priority: 1, test: /\/app\/features\/members\//, minShareCount: 2 },
            // Of photos in chats and profiles alike: else it would bring all of the chats to a profile.
            { name: 'zoom', priority: 2, test: /\/app\/features\/profile\/zoom/ },
            // Drafts, which what is shared goes into: else it would bring all of the chats.
            { name: 'drafts', priority: 2, test: /\/app\/features\/chats\/(?:page-)?drafts\.ts/, minShareCount: 2 },
            // What several landers share, such as portraits' addresses: one part, not one each.
            // What the screens of one errand share: never more than small parts of it are alone.
            {
              name: 'money',
              priority: 1,
              test: /\/app\/features\/(credits|transactions|directdebit|discount)\//,
              minShareCount: 2,
            },
            // What landers hand on to signup, without its steps.
            {
              name: 'signup-kept',
              priority: 2,
              test: /\/app\/features\/signup\/(kept|first-message)\.ts/,
            },
            {
              name: 'account',
              priority: 1,
              test: /\/app\/features\/(signup|password|activate|mail-change|leaving)\//,
              minShareCount: 2,
            },
            { name: 'lander-parts', priority: 1, test: /\/app\/features\/landers\/(?!member-)/, minShareCount: 2 },
            // But not what every page needs to forget them.
            { name: 'chats', priority: 1, test: /\/app\/features\/chats\/(?!forget-drafts)/ },
            // What several screens share, by who waits for it: first screens, photos, chats and gifts, all others.
            {
              debugName: 'parts',
              name: (id, modules) => (isUnder(FIRST_SCREENS, id, modules) ? 'parts' : null),
              priority: 2,
              test: SHARED,
              minShareCount: 2,
            },
            // Of first screens' what these show alone: they show no forms.
            {
              debugName: 'front',
              name: (id, modules) => (isUnder(LANDINGS, id, modules) ? 'front' : null),
              priority: 3,
              test: SHARED,
              minShareCount: 2,
            },
            { name: 'photo-work', priority: 3, test: /comlink|photo-(file|pool|worker|on-page)|\/state\/photos/ },
            {
              debugName: 'talk',
              name: (id, modules) => (isUnder(CHATS, id, modules) ? 'talk' : null),
              priority: 2,
              test: SHARED,
              minShareCount: 2,
            },
            { name: 'more', priority: 2, test: SHARED, minShareCount: 2 },
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
