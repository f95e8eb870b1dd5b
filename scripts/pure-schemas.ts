/**
 * Says of the contract's schemas that making one does nothing else, so that a bundle leaves out those it does not read.
 * Bundlers do not find out by themselves: `v.object(…)` might do anything.
 */
import type { Plugin } from 'vite'

export const pureSchemas = (): Plugin => ({
  name: 'pure-schemas',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/.+\.ts$/ },
    handler: (code) => ({ code: asPure(code), map: null }),
  },
})

/** @param code a module of the contract as JavaScript; what throws does something */
export const asPure = (code: string): string =>
  code.replaceAll(/(?<![\w$.])v\.(?!(?:parse|assert)\b)\w+\(/g, '/* @__PURE__ */ $&')
