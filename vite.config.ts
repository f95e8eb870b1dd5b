/** Builds the app. The service worker is a second build of its own (`scripts/build.ts`), since it must be one file. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Where `npm run dev` runs the server. */
export const DEV_SERVER_PORT = 3001

const toServer = { target: `http://127.0.0.1:${DEV_SERVER_PORT}`, changeOrigin: false }

export default defineConfig({
  root: at('app'),
  publicDir: at('public'),
  plugins: [react()],
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
  },
  server: { port: 3000, strictPort: true, proxy: { '/api': toServer, '/photos': toServer, '/dev': toServer } },
})
