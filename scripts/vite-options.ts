/** The options that the builds of the app and of the desk share, and a plugin of the app's build. */
import { fileURLToPath } from 'node:url'
import type { BuildOptions, UserConfig, Plugin } from 'vite'

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

const HINT = '//# allFunctionsCalledOnLoad\n'

/**
 * Asks Chromium to compile all functions of a file at once. It keeps the compiled code of a file beside it, but only of functions that
 * were compiled when the file had run, and the first screen is drawn later. Other browsers read a comment.
 */
export const compileHint = (): Plugin => ({
  name: 'compile-hint',
  enforce: 'post',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  augmentChunkHash: () => HINT,
  generateBundle: {
    // Vite writes its table of files at the head of a chunk, and the comment has to come before it.
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = HINT + file.code
    },
  },
})
