/** How Vite bundles the service worker: one file, since browsers other than Chromium load no modules in a worker. */
import { join } from 'node:path'
import type { InlineConfig } from 'vite'

type WorkerBuild = {
  outDir: string
  /** Address of the lists of files that are not precached (`scripts/build.ts`). */
  laterFiles: string
}

export const workerConfig = (root: string, { outDir, laterFiles }: WorkerBuild): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"', LATER_FILES: JSON.stringify(laterFiles) },
  resolve: { alias: [{ find: /^#contract\//, replacement: `${join(root, 'contract')}/` }] },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(root, 'sw', 'sw.ts'),
      output: { format: 'iife', entryFileNames: 'sw.js' },
    },
  },
})
