/** How Vite bundles the service worker: one file, since browsers other than Chromium load no modules in a worker. */
import { join } from 'node:path'
import type { InlineConfig } from 'vite'
import type { StartFiles } from '../contract/rules/snapshot-tag.ts'

type WorkerBuild = {
  outDir: string
  /** Address of the lists of files that are not precached (`scripts/build.ts`). */
  laterFiles: string
  /** The files of the screens that a start shows from stored markup. */
  startFiles: StartFiles
}

export const workerConfig = (root: string, { outDir, laterFiles, startFiles }: WorkerBuild): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  define: {
    'process.env.NODE_ENV': '"production"',
    LATER_FILES: JSON.stringify(laterFiles),
    START_FILES: JSON.stringify(startFiles),
  },
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
