/** Builds the operator's desk into `dist/desk`: a bundle of its own, so that a member's bytes have nothing of it [DESK-16]. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { at, sharedBuild, sharedOptions, treeshake } from './scripts/vite-options.ts'

export default defineConfig({
  root: at('app/desk'),
  base: '/desk/',
  publicDir: false,
  plugins: [react()],
  ...sharedOptions,
  build: {
    ...sharedBuild,
    outDir: at('dist/desk'),
    // Vite never asks again for the stylesheet of a screen that failed to load.
    cssCodeSplit: false,
    rolldownOptions: {
      treeshake,
      output: {
        // All screens share one file. Its styles come first, with the order of the layers (`app/ui/tokens.css`).
        codeSplitting: {
          groups: [{ name: 'frame', test: /\/(?:app\/ui|app\/desk\/(?:ui|frame)|contract|node_modules)\// }],
        },
      },
    },
  },
})
