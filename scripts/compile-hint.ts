/**
 * Asks Chromium to compile all functions of a file at once. It keeps the compiled code of a file beside it, but only of functions that
 * were compiled when the file had run, and the first screen is drawn later. Other browsers read a comment.
 */
import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad\n'

export const compileHint = (): Plugin => ({
  name: 'compile-hint',
  enforce: 'post',
  apply: (_, { isSsrBuild }) => isSsrBuild !== true,
  augmentChunkHash: () => HINT,
  generateBundle: {
    // Vite writes its table of files at the head of a chunk, and the comment has to stand before it.
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = HINT + file.code
    },
  },
})
