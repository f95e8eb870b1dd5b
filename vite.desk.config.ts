/** Builds the operator's desk into `dist/desk`: a bundle of its own, so that a member's bytes have nothing of it [DESK-16]. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('app/desk'),
  base: '/desk/',
  publicDir: false,
  plugins: [react()],
  // Breakpoints have names (`app/ui/media.css`).
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  resolve: {
    alias: [
      { find: /^#contract\//, replacement: `${at('contract')}/` },
      { find: /^#locales\//, replacement: `${at('locales')}/` },
    ],
  },
  build: {
    outDir: at('dist/desk'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The policy of the desk's document allows no `data:` addresses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Reading a signal's value subscribes a component to it, so a read whose result is unused must stay.
      treeshake: { propertyReadSideEffects: 'always' },
      output: {
        // All screens share one file. Its styles come first, with the order of the layers (`app/ui/tokens.css`).
        codeSplitting: {
          groups: [{ name: 'frame', test: /\/(?:app\/ui|app\/desk\/(?:ui|frame)|contract|node_modules)\// }],
        },
      },
    },
  },
})
