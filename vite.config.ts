/** Builds the app. The service worker is a second build of its own (`scripts/build.ts`), since it must be one file. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileHint, at, sharedBuild, sharedOptions, treeshake } from './scripts/vite-options.ts'
import { localeParts } from './scripts/locale-parts.ts'
import { pageTrees } from './scripts/page-trees.ts'

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

/** Whether one of these modules imports another, directly or through others. Imports on demand do not count. */
const isImportedBy = (importer: RegExp, id: string, modules: Modules, seen = new Set<string>()): boolean => {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some((by) => importer.test(by) || isImportedBy(importer, by, modules, seen))
}

/**
 * Modules that several parts of the app share go into one of four files. More, smaller files would cost: the service
 * worker installs one after another, and small files compress badly. Each rule takes what the rules above it left.
 */
const SHARED_FILES = [
  { name: 'shell', importers: /\/app\/main\.tsx$/, minShareCount: 1 },
  { name: 'front', importers: /\/app\/features\/(?:index|landers)\/(?!member-signup)/, minShareCount: 2 },
  // The other screens on which a visit may begin, and the part that every page loads once it is idle.
  { name: 'early', importers: /\/app\/(?:deferred-start\.ts$|features\/(?:members|login|pages)\/)/, minShareCount: 2 },
  { name: 'member', importers: /\/app\//, minShareCount: 2 },
]

export default defineConfig({
  root: at('app'),
  publicDir: at('public'),
  plugins: [react(), localeParts(), pageTrees(), compileHint()],
  ...sharedOptions,
  build: {
    ...sharedBuild,
    outDir: at('dist/client'),
    manifest: 'build-manifest.json',
    rolldownOptions: {
      treeshake,
      output: {
        // The worker's list and the app repeat every name, so names are hashes. A language's texts keep theirs for debugging.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/locales/') === true ? 'assets/[name]-[hash].js' : 'assets/[hash].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash][extname]' : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          groups: SHARED_FILES.map(({ name, importers, minShareCount }, index) => ({
            debugName: name,
            name: (id: string, modules: Modules) => (isImportedBy(importers, id, modules) ? name : null),
            minShareCount,
            priority: SHARED_FILES.length - index,
          })),
        },
      },
    },
  },
})
