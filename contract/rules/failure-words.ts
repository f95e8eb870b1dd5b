/** What a log may know of a failure on someone's screen [SHELL-5], [SAFE-9]: what broke, not whose it was. */

export const FAILURE_WORDS_MAX = 300

/** Addresses of mail, what follows a question mark in an address, and whatever is long enough to be a token or a phone. */
const PERSONAL = /\S+@\S+|\?\S*|[\w-]{32,}|\+?\d[\d\s./-]{5,}\d/g

/** The name and message of what was thrown, in one line; never a stack. */
export const failureWords = (failure: unknown): string =>
  withoutPersonal(failure instanceof Error ? `${failure.name}: ${failure.message}` : String(failure))

export const withoutPersonal = (text: string): string =>
  text.replaceAll(PERSONAL, '…').replaceAll(/\s+/g, ' ').trim().slice(0, FAILURE_WORDS_MAX)
