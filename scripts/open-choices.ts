/**
 * In the worker a choice of an account, a profile, a photo, a match or a message is any text, and so is why the server
 * refused a write: it shows what the server says, hands on what the member chose, and acts on neither. So the lists stay
 * out of its file, and a device of an older version takes what a newer server has more to choose from.
 */
import type { Plugin } from 'vite'

export const openChoices = (): Plugin => ({
  name: 'open-choices',
  // After the types are gone.
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/(?:entities\/(?:profile|photo|match|user|chat|failure)|calls\/chat)\.ts$/ },
    handler: (code) => ({ code: withOpenChoices(code), map: null }),
  },
})

/** @param code a module of the contract as JavaScript; lists that are written where they are used are short */
export const withOpenChoices = (code: string): string =>
  code
    .replaceAll(/\bv\.record\(v\.string\(\), v\.picklist\([A-Z_]+\)\)/g, 'v.any()')
    .replaceAll(
      /\bv\.picklist\((?!LOCALES)[A-Z_]+(?:, ("\w+"|'\w+'))?\)/g,
      (_, message: string | undefined) => `v.string(${message ?? ''})`,
    )
