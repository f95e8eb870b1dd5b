/** The options that the builds of the app and of the desk share. */
import { fileURLToPath } from 'node:url'
import type { BuildOptions, UserConfig } from 'vite'

/** @param path below the folder of the project */
export const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

export const sharedOptions: Pick<UserConfig, 'css' | 'resolve'> = {
  // Breakpoints have names (`app/ui/media.css`).
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  resolve: {
    alias: [
      { find: /^#contract\//, replacement: `${at('contract')}/` },
      { find: /^#locales\//, replacement: `${at('locales')}/` },
    ],
  },
}

export const sharedBuild = {
  emptyOutDir: true,
  target: 'es2023',
  modulePreload: { polyfill: false },
  // The policy of the desk's document allows no `data:` addresses. The app asks for the few that it has with `?inline`.
  assetsInlineLimit: 0,
  reportCompressedSize: false,
} satisfies BuildOptions

/** Keeps reads of signals whose result is unused, because reading a signal subscribes the component. */
export const treeshake = { propertyReadSideEffects: 'always' } as const
